import { stemEnglish } from '../../text/terms-english.ts'
import { analyse } from '../../text/terms.ts'
import { ASKS_WHAT, FRAME, OPPOSITES, PHRASES, SYNONYMS, WEAK } from './english-wordings.ts'

type Context = {
  /** The documents' languages. */
  languages: readonly string[]
  /** Its words are in every question and in none. */
  knowledgeBaseName: string
}

/**
 * The words that keep two questions from having the same meaning; none: they ask for the same, in other
 * words at most. Vectors alone cannot tell: the opposite of a question is often nearer to it than another
 * wording of it.
 */
export function differingWords(
  one: string,
  other: string,
  { languages, knowledgeBaseName }: Context,
): string[] {
  const all = languages.length > 0 ? languages : ['en']
  let fewest: string[] | undefined
  for (const language of all) {
    const words =
      language === 'en'
        ? inEnglish(one, other, knowledgeBaseName)
        : unshared(new Set(analyse(one, language)), new Set(analyse(other, language)))
    if (!fewest || words.length < fewest.length) fewest = words
  }
  return fewest ?? []
}

const unshared = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] => [
  ...[...one].filter((word) => !other.has(word)),
  ...[...other].filter((word) => !one.has(word)),
]

function inEnglish(one: string, other: string, name: string): string[] {
  const ignored = new Set(splitWords(name))
  const [a, b] = [readEnglish(one, ignored), readEnglish(other, ignored)]
  const words = unshared(new Set(a.words), new Set(b.words))
  const [only] = words
  // `What is a label?` does not ask how to add one.
  const isOfThings = a.asksWhat || b.asksWhat
  const isWeak = words.length === 1 && only !== undefined && WEAK_FORMS.has(only) && !isOfThings
  if (words.length > 0 && !isWeak) return words
  // Nothing is left to compare, such as in `how do I do that`.
  if (a.words.length === 0) return [one]
  if (a.asksWhat !== b.asksWhat) return ['what']
  if (a.direction !== null && b.direction !== null && a.direction !== b.direction)
    return [a.direction, b.direction]
  return OPPOSITE_FORMS.find((pair) => isBefore(a.words, pair) !== isBefore(b.words, pair)) ?? []
}

type Reading = {
  words: readonly string[]
  asksWhat: boolean
  direction: 'into' | 'out of' | null
}

function readEnglish(question: string, ignored: ReadonlySet<string>): Reading {
  const plain = question.normalize('NFKC').toLowerCase().replaceAll('’', "'").trim()
  const text = PHRASES.reduce((read, [phrase, word]) => read.replace(phrase, word), plain)
  const words = splitWords(text)
    .filter((word) => !FRAME.has(word) && !ignored.has(word))
    .map(toForm)
  const asksWhat = ASKS_WHAT.some((form) => form.test(plain))
  return { words, asksWhat, direction: readDirection(plain) }
}

const splitWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Its stem, or that of the first of its synonyms. */
function toForm(word: string): string {
  const stem = stemEnglish(word)
  return SYNONYM_FORMS.get(stem) ?? stem
}

const SYNONYM_FORMS: ReadonlyMap<string, string> = new Map(
  SYNONYMS.flatMap((line) => {
    const stems = line.split(' ').map(stemEnglish)
    return stems.map((stem) => [stem, stems[0] ?? stem] as const)
  }),
)
const WEAK_FORMS: ReadonlySet<string> = new Set([...WEAK].map(toForm))
const OPPOSITE_FORMS = OPPOSITES.map(([first, second]) => [toForm(first), toForm(second)])

function readDirection(text: string): Reading['direction'] {
  if (/\binto\b/.test(text)) return 'into'
  return /\bout of\b|\bfrom\b/.test(text) ? 'out of' : null
}

/** Null: it does not have both. */
function isBefore(words: readonly string[], [first = '', second = '']: readonly string[]) {
  const [at, otherAt] = [words.indexOf(first), words.indexOf(second)]
  return at === -1 || otherAt === -1 ? null : at < otherAt
}
