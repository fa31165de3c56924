type Body = Record<string, unknown>

/** Adds to a list; replaces anything else. */
export function putInto(body: Body, [name = '', ...rest]: string[], value: string): void {
  const present = body[name]
  if (rest.length > 0) {
    const inner: Body = { ...(present as Body) }
    putInto(inner, rest, value)
    body[name] = inner
  } else {
    body[name] = Array.isArray(present) ? [...present, value] : value
  }
}
