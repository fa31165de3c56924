import type { MarkdownRenderer } from 'vitepress'
import { siteLink } from './links.ts'

/** Links as the site has them, and tables that can be read and scrolled without seeing them. */
export function useSiteMarkdown(md: MarkdownRenderer, getFile: ReadonlyMap<string, string>): void {
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    const { relativePath }: { relativePath?: string } = env
    const file = getFile.get(relativePath ?? '')
    if (file === undefined) return
    for (const link of tokens.flatMap((token) => token.children ?? [])) {
      const href = link.type === 'link_open' ? link.attrGet('href') : null
      if (href !== null) link.attrSet('href', siteLink(href, file))
    }
  })
  // A corner without words is no heading, and screen readers would announce an empty one.
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [cell, end] = tokens.slice(index + 1, index + 3)
      if (token.type !== 'th_open' || cell?.content !== '' || end === undefined) continue
      token.tag = 'td'
      end.tag = 'td'
    }
  })
  md.renderer.rules.table_open = () =>
    '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'
  md.renderer.rules.table_close = () => '</table></div>\n'
}
