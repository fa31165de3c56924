/** A path with ids in it. */
export const path = (parts: TemplateStringsArray, ...ids: readonly string[]): string =>
  String.raw({ raw: parts }, ...ids.map(encodeId))

/** The ids take the places of the braces, in order. */
export function fillPath(template: string, ids: readonly string[]): string {
  let next = 0
  return template.replaceAll('{}', () => encodeId(ids[next++] ?? ''))
}

/** `..` would name another resource, so it is no id. */
function encodeId(id: string): string {
  if (id === '' || id === '.' || id === '..') throw new TypeError(`"${id}" is not a valid id`)
  return encodeURIComponent(id)
}
