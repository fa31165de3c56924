type Raw = Readonly<Record<string, unknown>>

/**
 * The labels that what is asked on this page is limited to, as a field of the request. They come from
 * `data-filter-version`, which arrives as `filterVersion`, and from `filter` in JavaScript.
 */
export function pageFilter(raw: Raw, path: string): { default_filter?: Record<string, string[]> } {
  const given: [string, unknown][] = Object.entries(raw['filter'] ?? {})
  for (const [key, value] of Object.entries(raw)) {
    if (/^filter[A-Z]/.test(key)) given.push([toName(key), value])
  }
  const filter = given.flatMap(([name, values]) => {
    const found = [values].flat().flatMap((value) => readValue(name, value, path))
    return found.length > 0 ? [[name, found]] : []
  })
  return filter.length > 0 ? { default_filter: Object.fromEntries(filter) } : {}
}

const toName = (key: string): string =>
  key
    .slice(6)
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .slice(1)

/** `path:1` is a segment. A version in a path may have a `v` that the label has not. */
function readValue(name: string, value: unknown, path: string): string[] {
  const text = typeof value === 'string' ? value.trim() : ''
  const place = /^path:(\d)$/.exec(text)?.[1]
  const read = place ? path.split('/').filter(Boolean)[+place - 1] : text
  if (!read) return []
  const isVersion = !place || name !== 'version' || /^(?:v?\d|latest$|next$|stable$)/.test(read)
  if (!isVersion) return []
  return place && /^v\d/.test(read) ? [read, read.slice(1)] : [read]
}
