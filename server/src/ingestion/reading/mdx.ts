import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { ParsedDocument } from './blocks.ts'
import { readMarkdown, readTree } from './markdown.ts'
import { plainMarkdown, takeFrontMatter } from './markdown-source.ts'

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkMdx)

/** A page that is not quite MDX, with an HTML comment or a stray brace, is read as markdown. */
export function readMdx(content: string): ParsedDocument {
  const { title, body } = takeFrontMatter(content.replace(/\r\n?/g, '\n'))
  try {
    return readTree(processor.parse(escapeAnchors(plainMarkdown(body, 'mdx'))), title)
  } catch (error) {
    // Too deep for one is too deep for the other.
    if (error instanceof RangeError) throw error
    return readMarkdown(content)
  }
}

/** `## Heading {#own-anchor}` is no expression. */
const escapeAnchors = (source: string): string =>
  source.replaceAll(/^(#{1,6} .*)\{(#[\w:.-]+)\}[ \t]*$/gm, String.raw`$1\{$2\}`)
