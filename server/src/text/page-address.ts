/** Origin and path of a page that somebody was on. A query or a fragment may say who they are. */
export function pageAddress(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
