export const warn = (message: string): void =>
  // oxlint-disable-next-line no-console -- the page's owner has to learn why nothing shows
  console.warn(`Footnote: ${message}`)
