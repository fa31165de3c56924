export type SitePage = { path: string; title: string; markdown: string }

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page with what surrounds content on real ones: navigation, a footer, a canonical link. */
export function toHtml(
  { path, title, markdown }: SitePage,
  { origin, links }: { origin: string; links: readonly string[] },
): string {
  const items = links.map((href) => `<li><a href="${escape(href)}">${escape(href)}</a></li>`)
  return `<!doctype html><html lang="en"><head><title>${escape(title)}</title>
<link rel="canonical" href="${origin}${path}"></head><body>
<nav><a href="/">Home</a> Table of contents</nav>
<main><h1>${escape(title)}</h1>${renderContent(markdown)}</main>
<footer>© The authors <ul>${items.join('')}</ul></footer></body></html>`
}

/** Headings, code and paragraphs are enough: how markdown is read has tests of its own. */
function renderContent(markdown: string): string {
  let code: string[] | undefined
  const html: string[] = []
  for (const block of markdown.split('\n')) {
    if (block.startsWith('```')) {
      if (code) html.push(`<pre><code>${escape(code.join('\n'))}</code></pre>`)
      code = code ? undefined : []
    } else if (code) {
      code.push(block)
    } else if (block.trim() !== '') {
      html.push(renderLine(block))
    }
  }
  return html.join('\n')
}

function renderLine(line: string): string {
  const [, marks, heading] = /^(#{1,6}) (.*)$/.exec(line) ?? []
  if (marks === undefined || heading === undefined) return `<p>${escape(line)}</p>`
  const id = heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return `<h${marks.length} id="${id}">${escape(heading)}</h${marks.length}>`
}

export const sitemapIndex = (origin: string, parts: number): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from(
    { length: parts },
    (_, part) =>
      `<sitemap><loc>${origin}/sitemaps/${part}.xml${part === 0 ? '.gz' : ''}</loc></sitemap>`,
  ).join('')}</sitemapindex>`

export const makeSitemap = (origin: string, paths: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc>${escape(origin + path)}</loc></url>`)
    .join('')}</urlset>`

/** Every month leads to the next. */
export function calendarPage(pathname: string): string {
  const [, year = 2026, month = 1] = /(\d+)\/(\d+)/.exec(pathname)?.map(Number) ?? []
  const next = month === 12 ? `${year + 1}/1` : `${year}/${month + 1}`
  return `<title>Calendar</title><main><h1>${year}, ${month}</h1><p>Nothing planned.</p>
<a href="/calendar/${next}">Next month</a></main>`
}
