/** The page that the reader is on, as a field of a request. A file or a frame without an address names none. */
export const pageUrl = (): { page_url?: string } =>
  location.protocol.startsWith('http') ? { page_url: location.origin + location.pathname } : {}
