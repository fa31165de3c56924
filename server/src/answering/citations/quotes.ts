import { splitSentenceUnits } from './sentence-units.ts'

/** Sentences as lines of bare words. */
const wordsBySentence = (text: string): string =>
  ['', ...splitSentenceUnits(text).map(bareWords).filter(Boolean), ''].join('\n')

const bareWords = (sentence: string): string =>
  sentence
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')

/**
 * Whether whole sentences of `text`, one after the other, are what a statement says, word for word. Part
 * of a sentence is no quotation: "not" may stand before it.
 */
export function quoteFinder(text: string): (statement: string) => boolean {
  let lines: string | undefined
  return (statement) => {
    const quoted = wordsBySentence(statement)
    return quoted.length > 1 && (lines ??= wordsBySentence(text)).includes(quoted)
  }
}
