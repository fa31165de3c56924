/** The page itself, whatever part of it an address names. */
export const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? ''
