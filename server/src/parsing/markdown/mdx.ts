import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { ParsedDocument } from '../blocks.ts'
import { parseMarkdown, readTree } from './markdown.ts'
import { plainMarkdown, takeFrontMatter } from './markdown-source.ts'

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkMdx)

/** A page that is not valid MDX, because of an HTML comment or a stray brace, is parsed as markdown. */
export function parseMdx(content: string): ParsedDocument {
  const { title, labels, body } = takeFrontMatter(content.replace(/\r\n?/g, '\n'))
  try {
    const tree = processor.parse(escapeAnchors(plainMarkdown(body, 'mdx')))
    return { ...readTree(tree, title), labels }
  } catch (error) {
    // Nested too deeply for MDX is too deep for markdown as well.
    if (error instanceof RangeError) throw error
    return parseMarkdown(content)
  }
}

/** `## Heading {#own-anchor}` is not an expression. */
const escapeAnchors = (source: string): string =>
  source.replaceAll(/^(#{1,6} .*)\{(#[\w:.-]+)\}[ \t]*$/gm, String.raw`$1\{$2\}`)
