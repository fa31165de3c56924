import { isCommand, isKnownName } from './known-names.ts'

/** What the titles together tell about their words. */
export type TitleWords = {
  /** English words as they stand inside a sentence: capitals only for names. */
  inSentence(text: string): string
  /** The same, with the capital of the first word kept. */
  asSentence(text: string): string
  /** What a title names: small where only the title's own case makes it large. */
  asName(text: string): string
  /** Whether the word has a plural in some title: one asks for `a Pod`, but for `Ingress`. */
  isCountable(word: string): boolean
}

/** Words that a title in title case leaves small. */
const SMALL =
  /^(?:a|an|the|and|or|but|nor|as|at|by|for|from|if|in|into|of|off|on|onto|over|per|than|to|up|via|vs|with|without|using|your|my|its|their)$/i
const MIN_CAPITALISED = 0.7

/** Capitals inside, digits, dots: a name or a command, kept as it is. */
const isFixed = (word: string): boolean => /.\p{Lu}|\p{N}|[._/@{}`$]/u.test(word)
/** `GitHub` in `GitHub Desktop`: what follows may be part of the name. */
const isBrand = (word: string): boolean => /\p{Ll}\p{Lu}/u.test(word)
const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word)

function isTitleCase(words: readonly string[]): boolean {
  const counted = words.filter(
    (word) => !SMALL.test(word) && /^\p{L}/u.test(word) && !isFixed(word) && !isCommand(word),
  )
  return counted.filter(isCapitalised).length >= MIN_CAPITALISED * counted.length
}

/**
 * In title case every word has a capital, so names are told by the other titles: a word that one of
 * them writes with a capital in the middle of a sentence, and none without, is a name.
 */
export function readTitleWords(titles: readonly string[]): TitleWords {
  const names = new Set<string>()
  const plain = new Set<string>()
  const all = new Set<string>()
  for (const title of titles) {
    const words = title.split(' ')
    const rest = words.slice(1)
    for (const word of words) all.add(word.toLowerCase())
    for (const word of rest) if (/^\p{Ll}/u.test(word)) plain.add(word)
    if (isTitleCase(rest)) continue
    for (const word of rest) if (isCapitalised(word)) names.add(word)
  }
  const isName = (word: string, before: string) =>
    isFixed(word) ||
    isBrand(before) ||
    isKnownName(word, before) ||
    (names.has(word) && !plain.has(word.toLowerCase()))
  const lower = (word: string, before: string) => (isName(word, before) ? word : word.toLowerCase())
  const lowerRest = (words: readonly string[]) =>
    isTitleCase(words.slice(1))
      ? words.slice(1).map((word, index) => lower(word, words[index] ?? ''))
      : words.slice(1)
  return {
    inSentence(text) {
      const words = text.split(' ')
      return [lower(words[0] ?? '', ''), ...lowerRest(words)].join(' ')
    },
    asSentence(text) {
      const words = text.split(' ')
      return [words[0] ?? '', ...lowerRest(words)].join(' ')
    },
    asName(text) {
      const words = text.split(' ')
      const rest = words.slice(1)
      const isSentenceCase = rest.length > 0 && !isTitleCase(rest)
      const isPlain = words.every((word) => plain.has(word.toLowerCase()) || isName(word, ''))
      return isSentenceCase || isPlain
        ? words.map((word, index) => lower(word, words[index - 1] ?? '')).join(' ')
        : text
    },
    isCountable: (word) => {
      const small = word.toLowerCase()
      return all.has(`${small}s`) || (small.endsWith('y') && all.has(`${small.slice(0, -1)}ies`))
    },
  }
}
