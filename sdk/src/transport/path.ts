/** A path with ids in it. `..` would name another resource, so it is no id. */
export function path(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  const encoded = ids.map((id) => {
    if (id === '' || id === '.' || id === '..') throw new TypeError(`"${id}" is not a valid id`)
    return encodeURIComponent(id)
  })
  return String.raw({ raw: parts }, ...encoded)
}
