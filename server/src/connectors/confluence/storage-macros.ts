import { parseFragment } from 'parse5'
import type { StorageElement, StorageNode } from './read-storage.ts'
import {
  findChild,
  createElement,
  createText,
  getAttribute,
  isElement,
  readText,
} from './read-storage.ts'
import { nameResource, readResource } from './resources.ts'

type ConvertAll = (nodes: readonly StorageNode[]) => StorageNode[]

/** The kinds of notes, of macros and of Cloud's panels, as a reader is told. */
export const NOTES: Readonly<Record<string, string>> = {
  info: 'Info',
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  success: 'Success',
  error: 'Error',
}
/** They show what other pages have. */
const LISTINGS = new Set(
  'attachments blog-posts blogposts change-history children content-by-label contentbylabel content-report-table contributors contributors-summary create-from-template detailssummary favpages gallery index labels-list listlabels livesearch navmap pagetree pagetreesearch popular-labels profile profile-picture recently-updated recently-updated-dashboard recently-used-labels related-labels search space-attachments space-details space-index spaces-list tasks-report-macro toc userlister'.split(
    ' ',
  ),
)
/** What a macro without a body shows of its parameters: the first of these that it has. */
const SHOWN = [
  'title',
  'key',
  'name',
  'diagramName',
  'displayName',
  'filename',
  'body',
  'url',
  'src',
]
const BLOCK = /^(?:blockquote|details|div|dl|figure|h[1-6]|hr|ol|p|pre|table|ul)$/

/** What readers see of a macro. Of one that is not known: its body, or else the name of what it shows. */
export function convertMacro(macro: StorageElement, convertAll: ConvertAll): StorageNode[] {
  const name = getAttribute(macro, 'ac:name').toLowerCase()
  const rich = findChild(macro, 'ac:rich-text-body')
  const plain = findChild(macro, 'ac:plain-text-body')
  const body = rich ? convertAll(rich.childNodes) : []
  const title = readParameter(macro, 'title')
  if (NOTES[name] !== undefined) return [createNote(titleOfNote(NOTES[name], title), body)]
  switch (name) {
    case 'panel':
      return [createNote(title, body)]
    case 'expand':
      return [createElement('details', {}, [...wrapped('summary', title), ...body])]
    case 'status':
      return [createElement('span', {}, [createText(title)])]
    case 'anchor':
      return [createElement('a', { id: readParameter(macro, '') })]
    case 'include':
    case 'excerpt-include':
      return wrapped('p', nameIn(macro))
    case 'html':
      return plain ? convertAll(parseFragment(readText(plain)).childNodes) : []
  }
  if (plain) return [...wrapped('p', title), convertCode(macro, readText(plain))]
  if (!rich) return LISTINGS.has(name) ? [] : wrapped('span', nameIn(macro) || findShownText(macro))
  const isBlock = body.some((node) => isElement(node) && BLOCK.test(node.tagName))
  return [...wrapped('p', title), createElement(isBlock ? 'div' : 'span', {}, body)]
}

/** With the class names that the parser knows notes by. */
export function createNote(title: string, body: readonly StorageNode[]): StorageElement {
  const heading = createElement('p', { class: 'admonition-title' }, [createText(title)])
  return createElement('div', { class: 'admonition' }, title === '' ? body : [heading, ...body])
}

const titleOfNote = (kind: string, title: string): string =>
  title === '' ? kind : `${kind}: ${title}`

const wrapped = (tagName: string, text: string): StorageElement[] =>
  text === '' ? [] : [createElement(tagName, {}, [createText(text)])]

function convertCode(macro: StorageElement, text: string): StorageElement {
  const [language = ''] =
    /^[\w+#-]+/.exec(readParameter(macro, 'language') || readParameter(macro, '')) ?? []
  const attributes = language === '' ? {} : { class: `language-${language}` }
  return createElement('pre', {}, [createElement('code', attributes, [createText(text)])])
}

const listParameters = (macro: StorageElement): StorageElement[] =>
  macro.childNodes
    .filter(isElement)
    .filter(({ tagName }) => tagName === 'ac:parameter' || tagName === 'ac:default-parameter')

/** The parameter without a name is the default one. */
function readParameter(macro: StorageElement, name: string): string {
  const parameter = listParameters(macro).find((one) => getAttribute(one, 'ac:name') === name)
  return parameter ? readText(parameter).trim() : ''
}

/** The page, file or address that its parameters name. */
function nameIn(macro: StorageElement): string {
  const resources = listParameters(macro).map(readResource)
  return resources.flatMap((resource) => (resource ? nameResource(resource) : [])).join(', ')
}

const findShownText = (macro: StorageElement): string =>
  SHOWN.map((name) => readParameter(macro, name)).find((text) => text !== '') ?? ''
