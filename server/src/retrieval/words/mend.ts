import type { NearWord } from './look-up-words.ts'

/** A name that is not on any page is not made into a word that hardly is. */
const MIN_SHARE_FOR_NAME = 0.005
/** Identifiers such as `PersistentVolumeClaim` are rare on pages, and no name is as long. */
const LONG_NAME = 10
/** Two mistakes in one word are believed from this length on. */
const LONG = 9
const LETTERS = /^[\p{L}\p{M}]+$/u

/** What may be a word of a page with a mistake in it: all letters, and in no dictionary. */
export const isMendable = (text: string, isOrdinary: (word: string) => boolean): boolean =>
  LETTERS.test(text) && !isOrdinary(text)

/** Whether the word that is near is what was meant. `total`: how many passages there are. */
export function isMeant(
  { typed, edits, passages }: NearWord,
  isCapital: boolean,
  total: number,
): boolean {
  if (isCapital)
    return edits === 1 && (typed.length >= LONG_NAME || passages >= MIN_SHARE_FOR_NAME * total)
  return edits === 1 || typed.length >= LONG
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** The question with the words that were meant, capital where they were typed so. */
export function withMended(question: string, meant: ReadonlyMap<string, string>): string {
  return question.normalize('NFKC').replaceAll(WORD, (typed) => {
    const word = meant.get(typed)
    if (word === undefined) return typed
    return /^\p{Lu}/u.test(typed) ? word.charAt(0).toUpperCase() + word.slice(1) : word
  })
}
