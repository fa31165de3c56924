/**
 * The URL that a file is published at: the base and the path, without its extension and without a final
 * `index` or `README`. `guide/setup.md` becomes `…/guide/setup`, `guide/index.md` becomes `…/guide/`.
 */
export function pageUrl(baseUrl: string, filePath: string): string {
  const page = filePath.replace(/\.[^./]+$/, '').replace(/(^|\/)(index|readme)$/i, '$1')
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`
  // URL escapes everything but these; `./` keeps `a:b` from being parsed as a scheme.
  return new URL(`./${page.replace(/[%?#\\]/g, encodeURIComponent)}`, base).href
}
