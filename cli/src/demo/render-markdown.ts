import GithubSlugger from 'github-slugger'
import { Marked } from 'marked'

/** As documentation sites do: each heading has the anchor that citations point at. */
export async function renderMarkdown(markdown: string): Promise<string> {
  const slugger = new GithubSlugger()
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer)
        return `<h${depth} id="${slugger.slug(plain)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
    },
  })
  return marked.parse(markdown)
}
