import { analyse } from '../../text/terms.ts'

/** Words of a language, as far as something knows them. Undefined: nothing does. */
export type Dictionary = { has(word: string): boolean } | undefined

/** Endings that make an ordinary word of another one, known or not. */
const DERIVED = /(?:[st]ion|ing|ment|ness|ity|i[sz]ed?|ally|less|ful|ed|ly)s?$/
/** These names have too, so what is before them has to be known. */
const DERIVED_OF_KNOWN = /(?:[ai]ble|er|or)s?$/
const PREFIX = /^(?:auto|de|inter|multi|non|over|pre|re|sub|un)/
/** A letter more or less makes another word of nearly any that is this short. */
const MIN_LENGTH = 3
const ASCII = /^[a-z\d]+$/i
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz')

/**
 * Whether a word is written as the name of something: with a capital where a sentence needs none.
 * Says nothing where every noun has one, or every word of the question.
 */
export function hasCapital(text: string, question: string, languages: readonly string[]): boolean {
  // A capital further inside is part of how it is spelled.
  if (/.\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)) return true
  if (!/^\p{Lu}/u.test(text) || languages.includes('de')) return false
  return !isTitle(question, languages) && !beginsSentence(text, question)
}

/** Where even a stop word has a capital, every word has. */
function isTitle(question: string, languages: readonly string[]): boolean {
  const [, ...words] = question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.some(
    (word) =>
      word.length > 1 &&
      /^\p{Lu}/u.test(word) &&
      languages.some((language) => analyse(word, language).length === 0) &&
      !beginsSentence(word, question),
  )
}

function beginsSentence(text: string, question: string): boolean {
  const before = question.normalize('NFKC').split(text)[0] ?? ''
  return before.trim() === '' || /[.!?:]\s+$/.test(before)
}

/**
 * Whether a word that no page has is a name, or a term that nobody uses in ordinary text. Without a
 * dictionary only capital letters tell.
 */
export function isName(text: string, isCapital: boolean, dictionary: Dictionary): boolean {
  if (isCapital) return true
  if (!dictionary || !ASCII.test(text)) return false
  const word = text.toLowerCase().replace(/\d+$/, '')
  if (word.length < MIN_LENGTH || dictionary.has(word) || isDerived(word, dictionary)) return false
  return word.length === MIN_LENGTH || /\d/.test(word) || !isMistyped(word, dictionary)
}

function isDerived(word: string, dictionary: NonNullable<Dictionary>): boolean {
  if (DERIVED.test(word) || dictionary.has(word.replace(PREFIX, ''))) return true
  const root = word.replace(DERIVED_OF_KNOWN, '')
  // handl(e)r, scrol(l)er.
  const roots = [root, `${root}e`, root.replace(/(.)\1$/, '$1')]
  return root !== word && roots.some((form) => dictionary.has(form))
}

/** One letter too many, too few or another, or two that changed places, behind the first. */
function isMistyped(word: string, dictionary: NonNullable<Dictionary>): boolean {
  for (let at = 1; at <= word.length; at += 1) {
    const before = word.slice(0, at)
    const [next = '', second = ''] = [word[at], word[at + 1]]
    const rest = word.slice(at + 1)
    if (dictionary.has(before + rest)) return true
    if (second !== '' && dictionary.has(before + second + next + word.slice(at + 2))) return true
    for (const letter of LETTERS) {
      if (dictionary.has(before + letter + rest)) return true
      if (dictionary.has(before + letter + word.slice(at))) return true
    }
  }
  return false
}
