import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

const parser = unified().use(remarkParse).use(remarkGfm)

export type Seen = {
  /** Where links lead, literal addresses and definitions included. */
  destinations: string[]
  images: number
  html: string[]
  /** All that a reader sees, but for what is code only because it is indented. */
  text: string
  /** Read as text by the filter, which cannot tell it from the next line of a paragraph. */
  indentedCode: string
  /** What stands behind the marks that open code: no reader sees it. */
  codeInfo: string
}

/** What a CommonMark parser with GitHub's extensions makes of a text. */
export function readMarkdown(markdown: string): Seen {
  const seen: Seen = {
    destinations: [],
    images: 0,
    html: [],
    text: '',
    indentedCode: '',
    codeInfo: '',
  }
  visit(parser.parse(markdown), seen, markdown)
  return seen
}

function visit(node: Nodes, seen: Seen, markdown: string): void {
  if (node.type === 'code' && !/[`~]/.test(markdown.charAt(node.position?.start.offset ?? 0))) {
    seen.indentedCode += `${node.value}\n`
    return
  }
  if (node.type === 'link' || node.type === 'definition') seen.destinations.push(node.url)
  if (node.type === 'linkReference' || node.type === 'footnoteDefinition') {
    seen.destinations.push(node.type)
  }
  if (node.type === 'image' || node.type === 'imageReference') seen.images += 1
  if (node.type === 'html') seen.html.push(node.value)
  else if ('value' in node) seen.text += node.value
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
    seen.text += ' '
  if (node.type === 'break') seen.text += ' '
  if (node.type === 'code') seen.codeInfo += ` ${node.lang ?? ''} ${node.meta ?? ''} `
  if ('children' in node) for (const child of node.children) visit(child, seen, markdown)
}
