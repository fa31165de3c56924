import { analyse } from '../../../server/src/text/terms.ts'

/** Neighbours on a keyboard. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const WORD = /\p{L}{5,}/gu

/**
 * One error in a word of the question, or two in two of its words: letters that change places, one that
 * is left out, typed twice, or its neighbour on the keyboard. The same for the same seed.
 */
export function misspell(question: string, seed: number): string {
  const words = [...question.matchAll(WORD)].filter(([word]) => analyse(word).length > 0)
  const count = seed % 3 === 2 ? 2 : 1
  const chosen = words.filter((_, index) => (index + seed) % words.length < count)
  let text = question
  for (const { 0: word, index } of chosen.toReversed()) {
    text = text.slice(0, index) + withError(word, seed) + text.slice(index + word.length)
  }
  return text
}

function withError(word: string, seed: number): string {
  // The first letter is seldom wrong.
  const at = 1 + ((seed * 7) % (word.length - 2))
  const [before, letter, next] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1)]
  const after = word.slice(at + 2)
  switch (seed % 4) {
    case 0:
      return letter === next ? before + letter + after : before + next + letter + after
    case 1:
      return before + next + after
    case 2:
      return before + letter + letter + next + after
    default:
      return before + getNeighbour(letter) + next + after
  }
}

function getNeighbour(letter: string): string {
  const row = ROWS.find((keys) => keys.includes(letter)) ?? ''
  const at = row.indexOf(letter)
  return row.charAt(at + 1) || row.charAt(at - 1) || letter
}
