/** Whether somebody closed the browser's own dialog, which is no error to tell them of. */
export const isGivenUp = (error: Error): boolean => error.name === 'NotAllowedError'
