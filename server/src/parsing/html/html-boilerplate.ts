import type { Element } from 'hast'
import { collapse } from '../blocks.ts'
import { getClass, isElement, propertyText, getRole, readText } from './html-tree.ts'

/** Elements that nobody reads, or that every page repeats. */
const DROPPED = new Set(
  'nav footer aside script style form svg math template noscript button select iframe object dialog head'.split(
    ' ',
  ),
)
const DROPPED_ROLES = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog toolbar menu menubar'.split(
    ' ',
  ),
)
/** Names that documentation tools give such parts: a class, an id, or the beginning of one. */
const DROPPED_NAME =
  /(?:^|\s)(?:cookie|consent|gdpr|onetrust|cc-window|toc(?:-|_|\s|$)|table-?of-?contents|breadcrumb|pagination|pager(?:-|_|\s|$)|prev-next|edit-?(?:this-?page|page|link|on-?github)|theme-edit|page-?(?:feedback|nav)|feedback|was-this-helpful|share-?(?:buttons|links)|social-?(?:links|share)|newsletter|skip-?(?:to|link|nav)|sidebar|copy-?(?:button|btn)|anchor-?copy|sr-only|visually-?hidden|screen-?reader)/i
/** An `aside` that is a note in the text, as in Starlight. */
const NOTE_NAME =
  /(?:^|[\s_-])(?:starlight-aside|admonition|callout|note|tip|warning|caution|danger)(?:[\s_-]|$)/i
const EDIT_LINK =
  /^(?:edit|improve|view|suggest (?:an? )?(?:edit|change)s?(?: (?:to|on))?) (?:this|the) (?:page|document|article)(?: source)?(?: on \w+)?$|^(?:edit|view(?: source)?|open) (?:on|in) (?:github|gitlab|bitbucket)$/i
const MAX_EDIT_LINK_CHARACTERS = 60
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Whether an element is hidden, or part of the frame around every page. */
export function isBoilerplate(node: Element): boolean {
  if (DROPPED_ROLES.has(getRole(node)) || isHidden(node)) return true
  if (DROPPED.has(node.tagName)) return !isNote(node)
  // Headings and text have ids made from their words, such as `#cookies`.
  if (isContainer(node) && hasDroppedName(node)) return true
  return node.tagName === 'a' && isEditLink(node)
}

const isNote = (node: Element): boolean =>
  node.tagName === 'aside' && NOTE_NAME.test(getClass(node)) && !DROPPED_NAME.test(getClass(node))

function hasDroppedName(node: Element): boolean {
  const id = propertyText(node, 'id') ?? ''
  return DROPPED_NAME.test(getClass(node)) || (DROPPED_NAME.test(id) && !isOfHeading(node, id))
}

/** docutils and pandoc put the id of a heading on the section around it. */
function isOfHeading(node: Element, id: string): boolean {
  const headings = node.children.filter(isElement).filter(({ tagName }) => /^h[1-6]$/.test(tagName))
  if (node.tagName === 'section') return headings.length > 0
  const numbered = id.replace(/-\d+$/, '')
  return headings
    .map((heading) => toSlug(readText(heading)))
    .some((slug) => slug === id || slug === numbered)
}

const toSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-\d]+|-+$/g, '')

const isContainer = ({ tagName }: Element): boolean =>
  /^(?:div|section|ul|ol|span|a)$/.test(tagName)

function isHidden(node: Element): boolean {
  const { hidden, ariaHidden } = node.properties
  return (
    (hidden !== undefined && hidden !== false && hidden !== 'until-found') ||
    String(ariaHidden) === 'true' ||
    HIDDEN_STYLE.test(propertyText(node, 'style') ?? '')
  )
}

function isEditLink(node: Element): boolean {
  const text = collapse(readText(node))
  return text.length <= MAX_EDIT_LINK_CHARACTERS && EDIT_LINK.test(text)
}
