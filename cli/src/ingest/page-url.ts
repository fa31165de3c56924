/**
 * The address a file is published at: the base, the path without its extension, and without a last
 * `index` or `README`. `guide/setup.md` becomes `…/guide/setup`, `guide/index.md` becomes `…/guide/`.
 */
export function pageUrl(baseUrl: string, filePath: string): string {
  const page = filePath.replace(/\.[^./]+$/, '').replace(/(^|\/)(index|readme)$/i, '$1')
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`
  // URL escapes all but these; `./` keeps `a:b` from being read as a scheme.
  return new URL(`./${page.replace(/[%?#\\]/g, encodeURIComponent)}`, base).href
}
