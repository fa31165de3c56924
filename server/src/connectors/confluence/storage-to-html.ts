import { defaultTreeAdapter, serialize } from 'parse5'
import { EMOTICONS } from './emoticons.ts'
import type { StorageElement, StorageNode } from './read-storage.ts'
import {
  findChild,
  createElement,
  createText,
  getAttribute,
  isElement,
  isText,
  readStorage,
  readText,
} from './read-storage.ts'
import { nameResource, readResource } from './resources.ts'
import { convertMacro, createNote, NOTES } from './storage-macros.ts'

/** HTML that the storage format has as it is. Of any other element only what is inside is kept. */
const HTML = new Set(
  'a abbr b big blockquote br caption cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr tt u ul var'.split(
    ' ',
  ),
)
/** The others are for looks. */
const ATTRIBUTES = new Set(['alt', 'colspan', 'href', 'id', 'rowspan', 'start'])
/** They show nothing, or are read where they belong. */
const DROPPED = new Set([
  'ac:adf-attribute',
  'ac:adf-mark',
  'ac:default-parameter',
  'ac:parameter',
  'ac:placeholder',
  'script',
  'style',
])
const BLOCKS = new Set(['ac:adf-content', 'ac:layout', 'ac:layout-cell', 'ac:layout-section'])

/** A page in Confluence's storage format as plain HTML, for the parser that reads any other page. */
export function storageToHtml(storage: string): string {
  const fragment = defaultTreeAdapter.createDocumentFragment()
  for (const node of convertAll(readStorage(storage)))
    defaultTreeAdapter.appendChild(fragment, node)
  return serialize(fragment)
}

const convertAll = (nodes: readonly StorageNode[]): StorageNode[] => nodes.flatMap(convert)

function convert(node: StorageNode): StorageNode[] {
  if (isText(node)) return [createText(node.value)]
  if (!isElement(node) || DROPPED.has(node.tagName)) return []
  const { tagName } = node
  const inside = () => convertAll(node.childNodes)
  switch (tagName) {
    case 'ac:structured-macro':
    case 'ac:macro':
      return convertMacro(node, convertAll)
    case 'ac:link':
      return convertLink(node)
    case 'ac:image':
      return convertImage(node)
    case 'ac:emoticon':
      return [createText(emoticon(node))]
    case 'ac:task-list':
      return [createElement('ul', {}, inside())]
    case 'ac:task':
      return [convertTask(node)]
    case 'ac:adf-extension':
      return convertExtension(node)
    case 'ac:adf-node':
      return [createElement('div', {}, inside())]
    // Not as an element: the first of these would be taken for the day the page was published.
    case 'time':
      return [createText(getAttribute(node, 'datetime') || readText(node))]
    default:
      if (BLOCKS.has(tagName)) return [createElement('div', {}, inside())]
      return HTML.has(tagName) ? [createElement(tagName, keepAttributes(node), inside())] : inside()
  }
}

const keepAttributes = ({ attrs }: StorageElement): Record<string, string> =>
  Object.fromEntries(
    attrs.filter(({ name }) => ATTRIBUTES.has(name)).map(({ name, value }) => [name, value]),
  )

/** Its own text, or else the name of what it leads to. A link to a person has no name in it. */
function convertLink(link: StorageElement): StorageNode[] {
  const body = findChild(link, 'ac:link-body') ?? findChild(link, 'ac:plain-text-link-body')
  const shown = body && convertAll(body.childNodes)
  if (shown?.some((node) => readText(node).trim() !== '' || isElement(node))) {
    return [createElement('a', {}, shown)]
  }
  const resource = readResource(link)
  const name = (resource && nameResource(resource)) || getAttribute(link, 'ac:anchor')
  return name === '' ? [] : [createElement('a', {}, [createText(name)])]
}

function convertImage(image: StorageElement): StorageNode[] {
  const alt = getAttribute(image, 'ac:alt') || getAttribute(image, 'ac:title')
  const picture = alt === '' ? [] : [createElement('img', { alt })]
  const caption = findChild(image, 'ac:caption')
  if (!caption) return picture
  const under = createElement('figcaption', {}, convertAll(caption.childNodes))
  return [createElement('figure', {}, [...picture, under])]
}

/** Cloud names most of its emoji `blue-star` and says beside it what they are. */
const emoticon = (node: StorageElement): string =>
  getAttribute(node, 'ac:emoji-fallback') || EMOTICONS[getAttribute(node, 'ac:name')] || ''

function convertTask(task: StorageElement): StorageElement {
  const status = findChild(task, 'ac:task-status')
  const body = findChild(task, 'ac:task-body')
  const done = status && readText(status).trim() === 'complete' ? [createText('✓ ')] : []
  return createElement('li', {}, [...done, ...(body ? convertAll(body.childNodes) : [])])
}

/** What Cloud's editor has and the storage format has not, with what older readers show in its place. */
function convertExtension(extension: StorageElement): StorageNode[] {
  const node = findChild(extension, 'ac:adf-node')
  const shown = findChild(extension, 'ac:adf-fallback') ?? node
  const body = shown ? convertAll(shown.childNodes) : []
  if (!node || getAttribute(node, 'type') !== 'panel') return [createElement('div', {}, body)]
  const kind = node.childNodes
    .filter(isElement)
    .find((child) => getAttribute(child, 'key') === 'panel-type')
  return [createNote(NOTES[kind ? readText(kind).trim() : ''] ?? '', body)]
}
