import { Token, Tokenizer, TokenizerMode } from 'parse5'

export type PageLinks = {
  /** As written, without nofollow links. */
  links: string[]
  base: string | null
  canonical: string | null
  /** The target of a meta refresh. */
  refresh: string | null
  /** `<meta name="robots">` and similar, by name. */
  robots: { name: string; content: string }[]
}

/** Real pages have hundreds; more are generated. */
const MAX_LINKS = 5_000
const HEAD_TAGS = new Set(
  'html head title meta link script style base noscript template'.split(' '),
)
const TEXT_MODES = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
])

/**
 * What a page says about itself and where it links. Works on tokens instead of a tree, so that the
 * time is proportional to the page however deeply its elements are nested.
 */
export function readLinks(html: string): PageLinks {
  const page: PageLinks = { links: [], base: null, canonical: null, refresh: null, robots: [] }
  let inHead = true
  const ignore = () => undefined
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag(token) {
        const { tagName } = token
        const mode = TEXT_MODES.get(tagName)
        if (mode !== undefined) tokenizer.state = mode
        // The body may contain what visitors wrote, which does not speak for the page.
        if (!HEAD_TAGS.has(tagName)) inHead = false
        const attribute = (name: string) => Token.getTokenAttr(token, name)
        if (inHead) readHeadTag(page, tagName, attribute)
        if (tagName === 'meta') readRobots(page, attribute)
        if (tagName === 'a' || tagName === 'area') readAnchor(page, attribute)
      },
      onEndTag: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  )
  tokenizer.write(html, true)
  return page
}

/** What the page names for the browser's own controls, if it is a hex colour. */
export function readThemeColor(html: string): string | null {
  const named = readLinks(html).robots.find(({ name }) => name === 'theme-color')
  const color = named?.content.trim().toLowerCase() ?? ''
  return /^#(?:[\da-f]{3}|[\da-f]{6})$/.test(color) ? color : null
}

type Attribute = (name: string) => string | null

const words = (text: string | null): string[] => (text ?? '').toLowerCase().split(/\s+/)

function readHeadTag(page: PageLinks, tagName: string, attribute: Attribute): void {
  const href = attribute('href')?.trim() ?? ''
  if (tagName === 'base' && href !== '') page.base ??= href
  else if (tagName === 'link' && href !== '' && words(attribute('rel')).includes('canonical')) {
    page.canonical ??= href
  } else if (tagName === 'meta' && attribute('http-equiv')?.toLowerCase() === 'refresh') {
    page.refresh ??= refreshTarget(attribute('content') ?? '')
  }
}

/** A page that refreshes only after some seconds is meant to be read. */
function refreshTarget(content: string): string | null {
  const [, seconds, target] = /^\s*(\d+)\D*?[;,]\s*url\s*=\s*['"]?([^'"]+)/i.exec(content) ?? []
  return target === undefined || Number(seconds) > 5 ? null : target.trim()
}

function readRobots(page: PageLinks, attribute: Attribute): void {
  const name = attribute('name')?.toLowerCase()
  const content = attribute('content')
  if (name !== undefined && content !== null && page.robots.length < 20) {
    page.robots.push({ name, content })
  }
}

function readAnchor(page: PageLinks, attribute: Attribute): void {
  const href = attribute('href')?.trim() ?? ''
  if (href === '' || href.startsWith('#') || page.links.length >= MAX_LINKS) return
  if (!words(attribute('rel')).includes('nofollow')) page.links.push(href)
}
