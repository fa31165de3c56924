import { MAX_BODY_VALUES } from '@footnote/contract/limits'

/** A body and what makes it hard to read. It is made when it is sent: all together need gigabytes. */
export type HostileBody = { kind: string; make: () => string }

const filled = (piece: string, bytes: number): string =>
  piece.repeat(Math.max(1, Math.floor(bytes / piece.length)))

const list = (entry: string, bytes: number): string =>
  `[${filled(`${entry},`, bytes).slice(0, -1)}]`

/** Names that differ, each with what follows it, up to so many bytes. */
function named(after: string, bytes: number): string {
  const parts: string[] = []
  for (let length = 0; length < bytes; length += parts.at(-1)?.length ?? 0) {
    parts.push(`${parts.length.toString(36)}${after}`)
  }
  return parts.join('')
}

/** JSON values of about so many bytes, each as hard on some reader as it can be. */
const VALUES: Record<string, (bytes: number) => string> = {
  letters: (bytes) => `"${filled('a', bytes)}"`,
  blanks: (bytes) => `"${filled(' ', bytes)}"`,
  'an address': (bytes) => `"https://${filled('a.', bytes)}"`,
  'an e-mail address': (bytes) => `"${filled('a@a.', bytes)}"`,
  digits: (bytes) => filled('9', bytes),
  numbers: (bytes) => list('0', bytes),
  'as many numbers as are read': (bytes) => list('0', Math.min(bytes, 2 * (MAX_BODY_VALUES - 100))),
  objects: (bytes) => list('{}', bytes),
  fields: (bytes) => `{"${named('":0,"', bytes).slice(0, -2)}}`,
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
}

/** No JSON, which shows late. */
const BROKEN: Record<string, (bytes: number) => string> = {
  'a text without an end': (bytes) => `"${filled('a', bytes)}`,
  'a text with escapes and no end': (bytes) => `"${filled(String.raw`\n`, bytes)}`,
  'lines and no value': (bytes) => filled('\n', bytes),
  'lists without an end': (bytes) => '['.repeat(bytes),
}

export const HOSTILE_KINDS: readonly string[] = [...Object.keys(VALUES), ...Object.keys(BROKEN)]

/** Fields as a browser sends them. */
const FORMS: Record<string, (bytes: number) => string> = {
  'a long field': (bytes) => `email=${filled('a', bytes)}`,
  'a field in escapes': (bytes) => `email=${filled('%61', bytes)}`,
  'an e-mail address': (bytes) => `email=${filled('a@a.', bytes)}`,
  'many fields': (bytes) => named('=0&', bytes),
  'one field many times': (bytes) => filled('email=0&', bytes),
  'fields in fields': (bytes) => `email${filled('[a]', bytes)}=0`,
  'no fields': (bytes) => filled('&', bytes),
}

const HOLE = '@@hole@@'

/** The sample once for every value in it, with a hole there. */
function* withHoles(sample: unknown): Generator {
  if (typeof sample !== 'object' || sample === null) return
  for (const [name, value] of Object.entries(sample)) {
    const put = (inner: unknown) =>
      Array.isArray(sample) ? sample.with(Number(name), inner) : { ...sample, [name]: inner }
    yield put(HOLE)
    for (const inner of withHoles(value)) yield put(inner)
  }
}

/**
 * JSON bodies of so many bytes, hostile in each field of the sample, in each of those `known` besides, and
 * in one that nobody knows.
 */
export function* hostileBodies(
  sample: object,
  bytes: number,
  known: readonly string[] = [],
): Generator<HostileBody> {
  const others = Object.fromEntries([...known, 'unknown'].map((name) => [name, null]))
  const holed = [...withHoles({ ...others, ...sample })].map((each) => JSON.stringify(each))
  // Some bytes are left for the fields around the hole.
  const filling = bytes - Math.max(...holed.map((json) => json.length)) - 100
  for (const [kind, make] of Object.entries(VALUES)) {
    for (const json of [...holed, `"${HOLE}"`]) {
      yield { kind, make: () => json.replace(`"${HOLE}"`, () => make(filling)) }
    }
  }
  for (const [kind, make] of Object.entries(BROKEN)) yield { kind, make: () => make(filling) }
}

/** Forms of so many bytes, as hard to read. */
export function* hostileForms(bytes: number): Generator<HostileBody> {
  for (const [kind, make] of Object.entries(FORMS)) yield { kind, make: () => make(bytes - 100) }
}
