import type { Element } from 'hast'
import { asInlineCode } from '../../text/inline-code.ts'
import { isBoilerplate } from './html-boilerplate.ts'
import { codeText } from './html-code.ts'
import type { HtmlNode } from './html-tree.ts'
import { getClass, isElement, propertyText, getRole, readText } from './html-tree.ts'

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure header hr html main p section summary'.split(
    ' ',
  ),
)
/** The `¶` and `#` links that documentation tools put next to a heading. */
const HEADING_LINK =
  /\b(?:headerlink|header-anchor|heading-anchor|hash-link|anchor|anchorjs-link)\b/

export const isBlock = ({ tagName }: Element): boolean => BLOCKS.has(tagName)

export const isHeadingLink = (node: Element): boolean =>
  node.tagName === 'a' &&
  HEADING_LINK.test(getClass(node)) &&
  (propertyText(node, 'href') ?? '#').startsWith('#')

/** A footnote marker such as `[1]`, or the arrow that leads back to it. The note itself is kept. */
export function isNoteLink(node: Element): boolean {
  if (node.tagName === 'sup') {
    const inside = node.children.filter(
      (child) => child.type !== 'text' || child.value.trim() !== '',
    )
    const [link] = inside
    return inside.length === 1 && !!link && isElement(link) && isLocalLink(link)
  }
  if (node.tagName !== 'a' || !isLocalLink(node)) return false
  return (
    /^doc-(?:noteref|backlink)$/.test(getRole(node)) ||
    /(?:^|\s)footnote-(?:ref|back(?:ref)?)(?:\s|$)/.test(getClass(node)) ||
    /^[\s↑↩^]+$/.test(readText(node).replaceAll(/[\uFE0E\uFE0F]/g, ''))
  )
}

const isLocalLink = (node: Element): boolean =>
  node.tagName === 'a' && (propertyText(node, 'href') ?? '').startsWith('#')

/** Text as it is shown; words of neighbouring blocks do not run together. */
export function visibleText(node: HtmlNode): string {
  if (node.type === 'text') return node.value.replace(/\s+/g, ' ')
  if (!isElement(node) || isBoilerplate(node) || isHeadingLink(node) || isNoteLink(node)) return ''
  if (node.tagName === 'br') return '\n'
  if (node.tagName === 'img') return propertyText(node, 'alt') ?? ''
  if (node.tagName === 'pre') return `\n${codeText(node)}\n`
  const text = node.children.map(visibleText).join('')
  if (node.tagName === 'code') return asInlineCode(text)
  return isBlock(node) || /^(?:li|tr|t[hd])$/.test(node.tagName) ? `\n${text}\n` : text
}
