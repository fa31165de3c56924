import GithubSlugger from 'github-slugger'
import type { List, Nodes, Root, RootContent, Table } from 'mdast'
import type { MdxJsxFlowElement } from 'mdast-util-mdx-jsx'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { BlockWriter, ParsedDocument } from '../blocks.ts'
import { collapse, createBlockWriter, lines } from '../blocks.ts'
import { isHtmlTag } from '../html/html-tree.ts'
import { writeHtmlFragment } from '../html/html.ts'
import { expressionText, isLabelled, findLabel } from './mdx-components.ts'
import { plainMarkdown, takeFrontMatter } from './markdown-source.ts'
import { shorten } from './shorten.ts'
import { asInlineCode, withoutInlineCode } from '../../text/inline-code.ts'

const processor = unified().use(remarkParse).use(remarkGfm)

/** `## Heading {#own-anchor}`, as Hugo, Docusaurus and Pandoc write it. */
const OWN_ANCHOR = /\s*\{#([\w:.-]+)\}\s*$/

/** Imports and exports, which are code in MDX and a paragraph in markdown. */
const MDX_MODULE =
  /^(?:import\s(?:[^'"]*\sfrom\s+)?['"][^'"]+['"]|export\s+(?:default|const|let|var|function|async|class)\b)/

type MarkdownState = { writer: BlockWriter; slugger: GithubSlugger }

export function parseMarkdown(content: string): ParsedDocument {
  const { title, labels, body } = takeFrontMatter(content.replace(/\r\n?/g, '\n'))
  return { ...readTree(parseTree(plainMarkdown(body)), title), labels }
}

function parseTree(markdown: string): Root {
  const short = shorten(markdown)
  const tree = processor.parse(short.markdown)
  return short.restore(tree) ? tree : processor.parse(markdown)
}

/** `title` is that of the front matter. */
export function readTree(tree: Root, title: string | null): ParsedDocument {
  const writer = createBlockWriter()
  readBlocks({ writer, slugger: new GithubSlugger() }, tree.children)
  const blocks = writer.finish()
  const heading = blocks.find((block) => block.kind === 'heading' && block.depth === 1)
  return { title: title ?? heading?.text ?? null, blocks }
}

function readBlocks(state: MarkdownState, nodes: readonly RootContent[]): void {
  let html: string[] = []
  for (const node of nodes) {
    // A blank line ends an HTML node, but a table that contains blank lines is one table.
    if (node.type === 'html') html.push(node.value)
    else {
      writeHtml(state.writer, html)
      html = []
      readBlock(state, node)
    }
  }
  writeHtml(state.writer, html)
}

function writeHtml(writer: BlockWriter, pieces: readonly string[]): void {
  if (pieces.length > 0) writeHtmlFragment(writer, pieces.join('\n'))
}

function readBlock(state: MarkdownState, node: RootContent): void {
  const { writer } = state
  if (node.type === 'heading') readHeading(state, readText(node), node.depth)
  else if (node.type === 'paragraph') readParagraph(writer, readText(node))
  else if (node.type === 'code') writer.code(node.value, node.lang ?? undefined)
  else if (node.type === 'table') readTable(writer, node)
  else if (node.type === 'list') {
    readItems(state, node, 0)
    writer.endList()
  } else if (node.type === 'blockquote' || node.type === 'footnoteDefinition') {
    readBlocks(state, node.children)
  } else if (node.type === 'mdxJsxFlowElement') readComponent(state, node)
  else if (node.type === 'mdxFlowExpression') writer.text(lines(expressionText(node.value)))
}

function readComponent(state: MarkdownState, node: MdxJsxFlowElement): void {
  const label = collapse(findLabel(node) ?? '')
  const isSentence = /[:.!?…]$/.test(label) || node.children.length === 0
  if (label !== '') state.writer.text(isSentence ? label : `${label}:`)
  readBlocks(state, node.children)
}

function readParagraph(writer: BlockWriter, text: string): void {
  if (!MDX_MODULE.test(text)) writer.text(lines(text))
}

function readHeading({ writer, slugger }: MarkdownState, source: string, depth: number): void {
  const text = withoutInlineCode(collapse(source))
  const own = OWN_ANCHOR.exec(text)?.[1]
  const title = text.replace(OWN_ANCHOR, '')
  writer.heading(title, depth, own ?? slugger.slug(title))
}

function readItems(state: MarkdownState, list: List, depth: number): void {
  const { writer } = state
  const start = list.start ?? 1
  for (const [index, item] of list.children.entries()) {
    let marker = list.ordered === true ? `${start + index}.` : '-'
    for (const child of item.children) {
      if (child.type === 'list') readItems(state, child, depth + 1)
      else if (child.type === 'paragraph') writer.item(lines(readText(child)), depth, marker)
      // Code, tables and quotes inside an item are blocks of their own.
      else readBlocks(state, [child])
      marker = ''
    }
  }
}

function readTable(writer: BlockWriter, table: Table): void {
  const [header, ...rows] = table.children.map((row) => row.children.map((cell) => readText(cell)))
  writer.table(header ?? null, rows)
}

/** The text of a node as a reader sees it: links by their text, images by their description. */
function readText(node: Nodes): string {
  if (node.type === 'text') return node.value.replaceAll('\n', ' ')
  if (node.type === 'inlineCode') return asInlineCode(node.value)
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? ''
  if (node.type === 'break') return '\n'
  if (node.type === 'html') return inlineHtmlText(node.value)
  if (node.type === 'mdxTextExpression') return expressionText(node.value)
  if (node.type === 'mdxJsxTextElement') {
    const label = node.name === 'br' ? '\n' : (findLabel(node) ?? '')
    if (node.children.length === 0) return label
    return (isLabelled(node) ? `${label}: ` : '') + node.children.map(readText).join('')
  }
  return 'children' in node ? node.children.map(readText).join('') : ''
}

/** Tags and comments go, and the text between them has nodes of its own; `<pod-name>` is no tag. */
function inlineHtmlText(html: string): string {
  if (/^<br\b/i.test(html)) return '\n'
  const name = /^<([A-Za-z][\w-]*)>$/.exec(html)?.[1]
  return name !== undefined && !isHtmlTag(name) ? html : ''
}
