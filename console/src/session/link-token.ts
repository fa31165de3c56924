/** What a link carries behind `#`, where no log has it. */
export const linkToken = (): string => location.hash.slice(1)

/** From the page of a link into the console. The token leaves the history. */
export const enterConsole = (): void => location.replace('/console')
