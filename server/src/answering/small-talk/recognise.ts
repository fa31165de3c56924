import type { PhraseKind } from './phrases.ts'
import { INTERNATIONAL, PHRASES } from './phrases.ts'

/** Small talk, and the language to reply in. */
export type SmallTalk = { kind: 'greeting' | 'thanks' | 'goodbye'; language: string }

/** Anything longer contains a question. */
const MAX_CHARACTERS = 100

/** A shorter word of a language that nobody writes here is a name: a DAG is no Dutch greeting. */
const MIN_FOREIGN_CHARACTERS = 4

const UNSPACED: ReadonlySet<string> = new Set(['ja', 'th', 'zh'])

/**
 * Small talk, if the whole message is nothing else: "Hi, how do I …?" is a question. Where several
 * languages share a word, that of the documents is taken, then English.
 */
export function recogniseSmallTalk(
  message: string,
  documentLanguages: readonly string[],
  knowledgeBaseName: string,
): SmallTalk | null {
  if (message.length > MAX_CHARACTERS) return null
  const words = splitWords(message)
  if (words.length === 0) return null
  const name = splitWords(knowledgeBaseName).join(' ')
  const known = documentLanguages.filter((language) => language in PHRASES)
  for (const language of new Set([...known, 'en', ...Object.keys(PHRASES)])) {
    const kind = replyTo(findKinds(words, language, name))
    const isForeign = language !== 'en' && !known.includes(language)
    if (kind && !(isForeign && isShort(words, language))) return { kind, language }
  }
  return null
}

const isShort = (words: readonly string[], language: string): boolean =>
  !UNSPACED.has(language) && words.join('').length < MIN_FOREIGN_CHARACTERS

const splitWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll("'", '’')
    .split(/[^\p{L}\p{M}\p{N}’]+/u)
    .filter((word) => word !== '')

/** The kinds of all phrases that the message is made of; null when a word belongs to none. */
function findKinds(words: readonly string[], language: string, name: string): PhraseKind[] | null {
  const phrases = findPhrases(language)
  const glue = UNSPACED.has(language) ? '' : ' '
  const units = glue === '' ? words.join('').split('') : words
  const kinds: PhraseKind[] = []
  for (let start = 0; start < units.length;) {
    // The longest phrase from here on.
    let end = units.length
    let kind: PhraseKind | undefined
    for (; end > start && kind === undefined; end--) {
      const phrase = units.slice(start, end).join(glue)
      kind = phrases.get(phrase) ?? (phrase === name ? 'filler' : undefined)
    }
    if (kind === undefined) return null
    kinds.push(kind)
    start = end + 1
  }
  return kinds
}

/** "Great, thanks, bye!" is answered as thanks. */
function replyTo(kinds: readonly PhraseKind[] | null): SmallTalk['kind'] | null {
  if (!kinds) return null
  for (const kind of ['thanks', 'goodbye', 'greeting'] as const)
    if (kinds.includes(kind)) return kind
  return kinds.includes('approval') ? 'thanks' : null
}

const read = new Map<string, ReadonlyMap<string, PhraseKind>>()

function findPhrases(language: string): ReadonlyMap<string, PhraseKind> {
  let phrases = read.get(language)
  if (!phrases) {
    phrases = new Map(
      [INTERNATIONAL, PHRASES[language] ?? {}].flatMap((lists) =>
        Object.entries(lists).flatMap(([kind, list]) =>
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          list.split('|').map((phrase) => [phrase, kind as PhraseKind] as const),
        ),
      ),
    )
    read.set(language, phrases)
  }
  return phrases
}
