/** Where the service is, without a slash at the end. On a page that gives none it is the page's own host. */
export function resolveBaseUrl(baseUrl: string | undefined): string {
  const given = baseUrl?.replace(/\/+$/, '')
  if (given) return given
  const location: { origin?: string } | undefined = Reflect.get(globalThis, 'location')
  const origin = location?.origin
  if (origin === undefined || origin === 'null') {
    throw new TypeError('baseUrl is missing')
  }
  return origin
}
