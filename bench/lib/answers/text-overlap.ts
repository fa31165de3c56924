import { analyse } from '../../../server/src/text/terms.ts'

/** The harmonic mean of precision and recall over terms with repeats, as SQuAD does over words. */
export function termF1(text: string, reference: string): number {
  const left = new Map<string, number>()
  const expected = analyse(reference)
  for (const term of expected) left.set(term, (left.get(term) ?? 0) + 1)
  const given = analyse(text)
  let shared = 0
  for (const term of given) {
    const count = left.get(term) ?? 0
    if (count === 0) continue
    shared += 1
    left.set(term, count - 1)
  }
  return shared === 0 ? 0 : (2 * shared) / (given.length + expected.length)
}

/** The share of the reference's terms, less the question's own, that the text has; 1 when none is left. */
export function newTermRecall(text: string, reference: string, question: string): number {
  const asked = new Set(analyse(question))
  const expected = [...new Set(analyse(reference))].filter((term) => !asked.has(term))
  const given = new Set(analyse(text))
  const found = expected.filter((term) => given.has(term)).length
  return expected.length === 0 ? 1 : found / expected.length
}

export function containsSpan(text: string, spans: readonly string[]): boolean {
  const flat = flatten(text)
  return spans.some((span) => flat.includes(flatten(span)))
}

/** White space, case and the backslashes of markdown do not count. */
const flatten = (text: string): string =>
  text.replaceAll('\\', '').replaceAll(/\s+/g, ' ').toLowerCase().trim()
