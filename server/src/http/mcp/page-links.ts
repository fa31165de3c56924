import type { ResourceLink } from '@modelcontextprotocol/server'

type Page = { url: string; title: string }

/** One link per page. Each can be read as a resource. */
export function pageLinks(pages: readonly Page[]): ResourceLink[] {
  const links = new Map<string, ResourceLink>()
  for (const { url, title } of pages) {
    if (!links.has(url)) {
      links.set(url, {
        type: 'resource_link',
        uri: url,
        name: title,
        mimeType: 'text/markdown',
      })
    }
  }
  return [...links.values()]
}
