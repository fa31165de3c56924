import { MAX_BODY_VALUES } from '@footnote/contract/limits'
import type { Route } from '@footnote/contract/route'

const filled = (piece: string, bytes: number): string =>
  piece.repeat(Math.max(1, Math.floor(bytes / piece.length)))

const list = (entry: string, bytes: number): string =>
  `[${filled(`${entry},`, bytes).slice(0, -1)}]`

function fields(bytes: number): string {
  const parts: string[] = []
  for (let length = 0; length < bytes; length += parts.at(-1)?.length ?? 0) {
    parts.push(`"${parts.length.toString(36)}":0,`)
  }
  return `{${parts.join('').slice(0, -1)}}`
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
  fields,
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
}

/** No JSON, which shows late. */
const BROKEN: Record<string, (bytes: number) => string> = {
  'a text without an end': (bytes) => `"${filled('a', bytes)}`,
  'a text with escapes and no end': (bytes) => `"${filled(String.raw`\n`, bytes)}`,
  'lines and no value': (bytes) => filled('\n', bytes),
  'lists without an end': (bytes) => '['.repeat(bytes),
}

const HOLE = '@@hole@@'

/** The sample once for every value in it and every field that the route knows, with a hole there. */
function* withHoles(sample: unknown): Generator {
  if (typeof sample !== 'object' || sample === null) return
  for (const [name, value] of Object.entries(sample)) {
    const put = (inner: unknown) =>
      Array.isArray(sample) ? sample.with(Number(name), inner) : { ...sample, [name]: inner }
    yield put(HOLE)
    for (const inner of withHoles(value)) yield put(inner)
  }
}

/** Makers of bodies of the largest size that the route takes, hostile in each of its fields. */
export function* hostileBodies(
  route: Route,
  sample: object,
  bytes: number,
): Generator<() => string> {
  const known = Object.fromEntries(Object.keys(route.body?.shape ?? {}).map((name) => [name, null]))
  const holed = [...withHoles({ ...known, unknown: null, ...sample })].map((each) =>
    JSON.stringify(each),
  )
  for (const make of Object.values(VALUES)) {
    for (const json of [...holed, `"${HOLE}"`]) {
      yield () => json.replace(`"${HOLE}"`, () => make(bytes - 10_000))
    }
  }
  for (const make of Object.values(BROKEN)) yield () => make(bytes - 10_000)
}
