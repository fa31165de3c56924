/** Before a whole number: `version 2`, `v2`, `Versión 2`, `バージョン2`. */
const MARKED =
  /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}.])(?:v|ver|versions?|versionen|versi[oó]n(?:es)?|versione|vers[aã]o|wersj[aię]|release|верси[яию]|バージョン|版本|버전)\.?[\s:-]*v?(\d+(?:\.(?:\d+|x))*)(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])/giu
/** With a point it needs no such word. */
const DOTTED = /(?<![\p{L}\p{N}.,/-])(\d+(?:\.\d+)*\.(?:\d+|x))(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])/giu
/** `the next version`, `version latest` */
const NAMED =
  /(?<![\p{L}\p{N}])(\p{L}[\p{L}\p{N}_-]{1,30})\s+version(?!\p{L}|\s*v?\d)|(?<!\p{L})version\s+(\p{L}[\p{L}\p{N}_-]{1,30})/giu
/** What follows a quantity. */
const UNIT =
  /^\s*(?:[%€$°]|(?:[kmgt]i?b|ms|s|sec|min|h|seconds?|minutes?|hours?|days?|weeks?|years?|cores?|cpus?|percent|times|metres?|meters?|px)(?!\p{L}))/iu
/** A question names few. */
const MAX_NAMED = 5

/**
 * The versions that a question may name, each with the ways to write it, the closest first: `1.28.3` may be
 * documented as 1.28. Whether there are such versions is for the pages to say.
 */
export function versionsInQuestion(question: string): string[][] {
  const text = question.normalize('NFKC')
  const found = [
    ...Array.from(text.matchAll(MARKED), ({ 1: number = '' }) => spellings(number)),
    ...Array.from(text.matchAll(DOTTED), ({ 0: whole, 1: number = '', index }) =>
      UNIT.test(text.slice(index + whole.length)) ? [] : spellings(number),
    ),
    ...Array.from(text.matchAll(NAMED), ({ 1: before, 2: after }) => [
      (before ?? after ?? '').toLowerCase(),
    ]),
  ].filter((ways) => ways.length > 0)
  const byFirst = new Map(found.map((ways) => [ways[0], ways]))
  return [...byFirst.values()].slice(0, MAX_NAMED)
}

function spellings(number: string): string[] {
  const parts = number.toLowerCase().split('.')
  const plain = parts.at(-1) === 'x' ? parts.slice(0, -1) : parts
  const shorter = plain.map((_, dropped) => plain.slice(0, plain.length - dropped).join('.'))
  const forms = parts.length === plain.length ? shorter : [number.toLowerCase(), ...shorter]
  return forms.flatMap((form) =>
    [form, ...(form.endsWith('.x') ? [] : [`${form}.x`])].flatMap((way) => [way, `v${way}`]),
  )
}
