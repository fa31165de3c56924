import type { Element } from 'hast'
import { collapse } from './blocks.ts'
import { classOf, propertyText, roleOf, textOf } from './html-tree.ts'

/** What no reader reads, or reads on every page. */
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
/** Parts of a page that documentation tools name so, as a class, an id or the beginning of one. */
const DROPPED_NAME =
  /(?:^|\s)(?:cookie|consent|gdpr|onetrust|cc-window|toc(?:-|_|\s|$)|table-?of-?contents|breadcrumb|pagination|pager(?:-|_|\s|$)|prev-next|edit-?(?:this-?page|page|link|on-?github)|theme-edit|page-?(?:feedback|nav)|feedback|was-this-helpful|share-?(?:buttons|links)|social-?(?:links|share)|newsletter|skip-?(?:to|link|nav)|sidebar|copy-?(?:button|btn)|anchor-?copy|sr-only|visually-?hidden|screen-?reader)/i
const EDIT_LINK =
  /^(?:edit|improve|view|suggest (?:an? )?(?:edit|change)s?(?: (?:to|on))?) (?:this|the) (?:page|document|article)(?: source)?(?: on \w+)?$|^(?:edit|view(?: source)?|open) (?:on|in) (?:github|gitlab|bitbucket)$/i
const MAX_EDIT_LINK_CHARACTERS = 60
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Not part of what the page says: around its text on every page, or not to be seen. */
export function isBoilerplate(node: Element): boolean {
  if (DROPPED.has(node.tagName) || DROPPED_ROLES.has(roleOf(node)) || isHidden(node)) return true
  // Headings and text carry ids made of their words, such as `#cookies`.
  if (
    isContainer(node) &&
    DROPPED_NAME.test(`${classOf(node)} ${propertyText(node, 'id') ?? ''}`)
  ) {
    return true
  }
  return node.tagName === 'a' && isEditLink(node)
}

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
  const text = collapse(textOf(node))
  return text.length <= MAX_EDIT_LINK_CHARACTERS && EDIT_LINK.test(text)
}
