const ATTRIBUTE = /([\w-]+)="([^"]*)"/g

export type Attributes = ReadonlyMap<string, string>

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
}

/** Of a tag or an attribute list: `url="…" inline="true"`. */
export const readAttributes = (source: string): Attributes =>
  new Map(
    [...source.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity),
    ]),
  )

const HEX = /([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** The id in an address of a page, or an id with or without its dashes. */
export function readId(text: string): string | null {
  const path = text.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const parts = HEX.exec(path)
  return parts && parts.slice(1).join('-').toLowerCase()
}

/** The id of a block: it is behind the `#` in an address. */
export function readBlockId(url: string): string | null {
  const hash = url.indexOf('#')
  return hash === -1 ? readId(url) : readId(url.slice(hash + 1))
}
