import type { Citation } from '@footnote/contract/public/citation'
import type { List, Nodes, Parents, Table } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { withoutFragment } from '../../text/without-fragment.ts'
import type { Dialect } from './dialect.ts'

/** Longer addresses are cut where they are shown as code. */
const MAX_SHOWN_ADDRESS = 400
/** An address that no citation has, in a text that is no code. */
const ADDRESS =
  /\b[a-z][a-z\d+.-]*:\/\/[^\s`]+|\bwww\.[^\s`]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:[a-z\d-]+\.)+[a-z]{2,}\/[^\s`]*/giu
const MARKER = /\[(\d{1,3})\]/g

const parser = unified().use(remarkParse).use(remarkGfm)

export type Rendering = {
  dialect: Dialect
  /** What its markers point at. Nothing else is linked. */
  citations: readonly Citation[]
}

/**
 * An answer in the Markdown of a product, block by block: the blocks of an answer that is still being
 * written are those of the whole one, but for the last.
 */
export function renderAnswer(markdown: string, { dialect, citations }: Rendering): string[] {
  const context = { dialect, links: toLinks(citations) }
  return parser
    .parse(markdown)
    .children.map((block) => renderBlock(block, context))
    .filter((block) => block.trim() !== '')
}

/** The pages behind an answer, numbered as its markers are. */
export function renderSources(title: string, { dialect, citations }: Rendering): string[] {
  if (citations.length === 0) return []
  const lines = citations.map(({ index, title: page, heading_path: path, url }) => {
    const section = path.at(-1)
    const name = section === undefined || section === page ? page : `${page} › ${section}`
    const shown = dialect.escape(oneLine(name) || url)
    const address = linkable(url)
    return `${index}. ${address === null ? shown : dialect.link(shown, address)}`
  })
  return [[`**${title}**`, ...lines].join('\n')]
}

/** Without any markup, for notifications. */
export const plainText = (markdown: string): string => oneLine(textOf(parser.parse(markdown)))

type Context = {
  dialect: Dialect
  links: { byIndex: ReadonlyMap<number, string>; addresses: ReadonlySet<string> }
}

function toLinks(citations: readonly Citation[]): Context['links'] {
  const known = citations.flatMap(({ index, url }) => {
    const address = linkable(url)
    return address === null ? [] : [[index, address] as const]
  })
  const addresses = known.flatMap(([, address]) => [address, withoutFragment(address)])
  return { byIndex: new Map(known), addresses: new Set(addresses) }
}

/** null: it is no address that a product could link to. */
function linkable(url: string): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  // Brackets and blanks would end the link.
  return new URL(url).href.replace(
    /[()<>|\s]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function renderBlock(node: Nodes, context: Context): string {
  if (node.type === 'paragraph') return opening(renderInline(node, context))
  if (node.type === 'heading') {
    const text = renderInline(node, context)
    const { maxHeading } = context.dialect
    return node.depth <= maxHeading ? `${'#'.repeat(node.depth)} ${text}` : `**${text}**`
  }
  if (node.type === 'code') return context.dialect.codeBlock(node.value, node.lang ?? '')
  if (node.type === 'blockquote') return prefixed('> ', '> ', renderBlocks(node, context))
  if (node.type === 'list') return renderList(node, context)
  if (node.type === 'table') return renderTable(node, context)
  if (node.type === 'thematicBreak') return '———'
  if (node.type === 'definition') return renderText(`${node.identifier}: ${node.url}`, context)
  if (node.type === 'footnoteDefinition') {
    return `${context.dialect.escape(`(${node.identifier})`)} ${renderBlocks(node, context)}`
  }
  return renderPhrase(node, context)
}

const renderBlocks = (node: Parents, context: Context): string =>
  node.children
    .map((child) => renderBlock(child, context))
    .filter((block) => block !== '')
    .join('\n\n')

const renderList = ({ children, ordered, start }: List, context: Context): string =>
  children
    .map((item, at) => {
      const bullet = ordered === true ? `${(start ?? 1) + at}. ` : '- '
      const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : ''
      const text = item.children.map((child) => renderBlock(child, context)).join('\n')
      return prefixed(bullet, ' '.repeat(bullet.length), `${box}${text}`)
    })
    .join('\n')

function prefixed(first: string, others: string, text: string): string {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? first : line === '' ? others.trimEnd() : others) + line)
    .join('\n')
}

/** No product shows tables well on a phone: a row is a line, with the name of each column before its cell. */
function renderTable({ children: [head, ...rows] }: Table, context: Context): string {
  const names = (head?.children ?? []).map((cell) => renderInline(cell, context))
  if (rows.length === 0) return names.filter((name) => name !== '').join(' · ')
  return rows
    .map(({ children: cells }) => {
      const shown = cells.flatMap((cell, at) => {
        const text = renderInline(cell, context)
        const name = names[at] ?? ''
        if (name === '') return text === '' ? [] : [text]
        return [`**${name}**: ${text === '' ? '–' : text}`]
      })
      return `- ${shown.join(' · ')}`
    })
    .join('\n')
}

const renderInline = ({ children }: Parents, context: Context): string =>
  children.map((child) => renderPhrase(child, context)).join('')

function renderPhrase(node: Nodes, context: Context): string {
  const { dialect } = context
  if (node.type === 'text') return renderText(node.value, context)
  if (node.type === 'strong') return wrapped('**', renderInline(node, context))
  if (node.type === 'emphasis') return wrapped('*', renderInline(node, context))
  if (node.type === 'delete') return wrapped('~~', renderInline(node, context))
  if (node.type === 'inlineCode') return dialect.code(oneLine(node.value))
  if (node.type === 'break') return '\n'
  if (node.type === 'link') {
    return renderLink(node.url, textOf(node), renderInline(node, context), context)
  }
  if (node.type === 'image' || node.type === 'imageReference') {
    return dialect.escape(oneLine(node.alt ?? ''))
  }
  if (node.type === 'footnoteReference') return dialect.escape(`(${node.identifier})`)
  if (node.type === 'html') {
    return /^<br\s*\/?>$/i.test(node.value) ? '\n' : renderText(node.value, context)
  }
  return 'children' in node ? renderInline(node, context) : ''
}

const wrapped = (mark: string, text: string): string =>
  text.trim() === '' ? text : `${mark}${text.trim()}${mark}`

/** A link to a page that is cited; of any other the address is shown. */
function renderLink(url: string, plain: string, shown: string, context: Context): string {
  const address = linkable(url)
  if (address !== null && context.links.addresses.has(address)) {
    return context.dialect.link(plain === url ? context.dialect.escape(plain) : shown, address)
  }
  const isNamed = oneLine(plain) !== '' && !url.endsWith(oneLine(plain))
  return isNamed
    ? `${shown} (${asCode(url, context)})`
    : asCode(url.replace(/^mailto:/i, ''), context)
}

const asCode = (address: string, { dialect }: Context): string =>
  dialect.code(
    address.length <= MAX_SHOWN_ADDRESS ? address : `${address.slice(0, MAX_SHOWN_ADDRESS)}…`,
  )

/** Markers become links, and what a product would make a link of becomes code. */
function renderText(text: string, context: Context): string {
  const { dialect, links } = context
  let shown = ''
  let from = 0
  const add = (until: number) => {
    shown += renderMarkers(text.slice(from, until), dialect, links.byIndex)
  }
  for (const found of text.matchAll(ADDRESS)) {
    add(found.index)
    const address = linkable(found[0])
    shown +=
      address !== null && links.addresses.has(address)
        ? dialect.link(dialect.escape(found[0]), address)
        : asCode(found[0], context)
    from = found.index + found[0].length
  }
  add(text.length)
  return shown
}

function renderMarkers(
  text: string,
  dialect: Dialect,
  byIndex: ReadonlyMap<number, string>,
): string {
  let shown = ''
  let from = 0
  for (const found of text.matchAll(MARKER)) {
    const address = byIndex.get(Number(found[1]))
    if (address === undefined) continue
    shown += dialect.escape(flat(text.slice(from, found.index))) + dialect.link(found[0], address)
    from = found.index + found[0].length
  }
  return shown + dialect.escape(flat(text.slice(from)))
}

/** A line that ends in the source goes on here. */
const flat = (text: string): string => text.replace(/\s*\n\s*/g, ' ')

/** What would begin another kind of block is said not to. */
const opening = (text: string): string =>
  text
    .replace(/^(?=(?:#{1,6}|[-+>=])(?:\s|$)|-# )/gm, '\\')
    .replace(/^(\d+)([.)])(?=\s)/gm, '$1\\$2')

function textOf(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value
  if ('alt' in node) return node.alt ?? ''
  if (node.type === 'break') return ' '
  if (!('children' in node)) return ''
  const between =
    node.type === 'root' || node.type === 'list' || node.type === 'tableRow' ? ' ' : ''
  return node.children.map(textOf).join(between)
}
