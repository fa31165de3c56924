import { analyse } from './terms.ts'
import { needsSegmenting } from './terms-segment.ts'

/** A word as people see it, and not the identifier that it may be a part of. */
export type Word = {
  text: string
  /** The first is that of the whole word; more follow where it is written in camel case. */
  terms: readonly string[]
}

/** Letters and digits, in words with an apostrophe up to its end. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu
const CONTRACTION = /n't$|'(?:d|ll|m|re|ve)$/i

/**
 * The distinct words of a text that have a term, in its order. None of scripts without spaces, whose
 * words are cut by a dictionary.
 */
export function splitWords(text: string, language: string): Word[] {
  const words = new Map<string, Word>()
  const plain = text.normalize('NFKC').replaceAll(/[’ʼ]/g, "'")
  for (const [run] of plain.matchAll(WORD)) {
    if (CONTRACTION.test(run) || needsSegmenting(run)) continue
    for (const part of run.replace(/'s$/i, '').split("'")) {
      if (words.has(part)) continue
      const terms = analyse(part, language)
      if (terms.length > 0) words.set(part, { text: part, terms })
    }
  }
  return [...words.values()]
}
