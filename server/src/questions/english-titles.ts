import { GERUNDS, isCompound, isNoun, VERBS } from './english-verbs.ts'
import type { TitleWords } from './title-words.ts'

export type Phrased = { question: string; kind: 'question' | 'how' | 'what' | 'code' }

const ADVERB = /^(?:safely|securely|automatically|manually|quickly)$/i
const QUESTION_START =
  /^(?:(?:what|why|when|where|who|which)(?! (?:you|we|i|it|they)\s)|is|are|can|could|do|does|did|should|will|how (?:do|does|can|should|many|much|long|often|is|are))\s/i
const WHEN_TO = /^(when|what|where|which \S+) to\s+(.+)$/i
const ERROR_CODE = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{4,}(?=\s*\(\d{3}))(?:\s*\([^)]*\))?$/
const START = /^(?:get(?:ting)? started with|quick ?start (?:for|with))\s+(.+)$/i
/** A statement, such as `PostgreSQL is the engine`, and a label, `Error: x`, answer nothing. */
const STATEMENT = /\s(?:is|are|was|were)\s|:(?:\s|$)|[.;!]$/

/** A question that an English title answers; null when none reads well. */
export function phraseEnglish(title: string, words: TitleWords): Phrased | null {
  if (title.endsWith('?')) return { question: title, kind: 'question' }
  const code = ERROR_CODE.exec(title)?.[1]
  if (code !== undefined) return { question: `What does ${code} mean?`, kind: 'code' }
  const howTo = /^how to\s+(.+)$/i.exec(title)?.[1]
  if (howTo !== undefined) return how(words.inSentence(howTo))
  const when = WHEN_TO.exec(title)
  if (when) {
    const question = `${when[1] ?? ''} should I ${words.inSentence(when[2] ?? '')}?`
    return { question: asReader(question), kind: 'question' }
  }
  if (QUESTION_START.test(title))
    return { question: `${words.asSentence(title)}?`, kind: 'question' }
  if (STATEMENT.test(title)) return null
  const start = START.exec(title)?.[1]
  if (start !== undefined) return how(`get started with ${words.inSentence(start)}`)
  const [first = '', ...rest] = title.split(' ')
  if (!isCompound(first.toLowerCase(), rest)) {
    return phraseVerb(title, words) ?? phraseNoun(title, words)
  }
  // `Prompt examples`, `Schedule GPUs`: nothing tells which it is.
  const isOpen = !/\s(?:for|in|with|from|to|on|at|by|as|using|via)\s/i.test(title)
  return phraseNoun(title, words) ?? (isOpen ? null : phraseVerb(title, words))
}

const how = (action: string): Phrased => ({
  question: asReader(/^be\s/i.test(action) ? `How can I ${action}?` : `How do I ${action}?`),
  kind: 'how',
})

/** A title speaks to the reader, the question is the reader's own. */
const asReader = (question: string): string =>
  question
    .replaceAll(/\byour\b/g, 'my')
    .replaceAll(/\byourself\b/g, 'myself')
    .replaceAll(/\byou\b/g, 'I')

function phraseVerb(title: string, words: TitleWords): Phrased | null {
  const [first = '', ...rest] = title.split(' ')
  const [second = ''] = rest
  if (ADVERB.test(first) && VERBS.has(second.toLowerCase()) && rest.length > 1) {
    return how(words.inSentence(title))
  }
  const verb = VERBS.has(first.toLowerCase())
    ? first.toLowerCase()
    : GERUNDS.get(first.toLowerCase())
  // Without an object there is nothing to ask: `Install`.
  if (verb === undefined || rest.length === 0) return null
  return how(`${verb} ${words.inSentence(withSecondVerb(rest).join(' '))}`)
}

/** `Viewing and updating alerts`: the second verb goes along, unless it is a noun, as before `with`. */
const withSecondVerb = (rest: readonly string[]): string[] =>
  rest.map((part, index) => {
    const next = rest[index + 1] ?? ''
    const joins =
      /^(?:and|or)$/i.test(rest[index - 1] ?? '') && !/^(?:with|for|in|on|to|)$/i.test(next)
    return joins ? (GERUNDS.get(part.toLowerCase()) ?? part) : part
  })

const MAX_NOUN_WORDS = 4
const MAX_ABOUT_WORDS = 8
const ABOUT = /^(?:about|introduction to|introducing|overview of|understanding|understand)\s+(.+)$/i
/** Begins with what no name begins with. */
const NO_NAME =
  /^(?:before|after|during|when|while|with|without|for|in|on|using|by|from|to|if|our|your|my|other|more|what|how|\p{L}+ing)\s/iu

function phraseNoun(title: string, words: TitleWords): Phrased | null {
  // A command: `kubectl cordon`.
  if (/^[a-z][a-z\d -]*\s[a-z\d-]+$/.test(title))
    return { question: `What does ${title} do?`, kind: 'what' }
  const about = ABOUT.exec(title)?.[1]
  const subject = about ?? title.replace(/\s+(?:overview|basics|concepts?|introduction)$/i, '')
  const size = subject.split(' ').length
  if (size > (about === undefined ? MAX_NOUN_WORDS : MAX_ABOUT_WORDS)) return null
  const first = (subject.split(' ')[0] ?? '').toLowerCase()
  if (!isNoun(first) && (NO_NAME.test(subject) || GERUNDS.has(first) || VERBS.has(first)))
    return null
  // `Schedule GPUs`: more likely a step than a name.
  if (/['’]s\s/.test(subject) || (size > 1 && VERBS.has(first) && subject.endsWith('s')))
    return null
  // A name keeps its capitals; what follows `About` is a phrase.
  const name = about === undefined ? subject : words.inSentence(subject)
  if (isPlural(subject)) return { question: `What are ${name}?`, kind: 'what' }
  const article =
    size === 1 && words.isCountable(subject) ? (/^[aeio]/i.test(name) ? 'an ' : 'a ') : ''
  return { question: `What is ${article}${name}?`, kind: 'what' }
}

/** By the last word before a preposition or a bracket: `Roles in an organization`. */
function isPlural(subject: string): boolean {
  const head = subject.split(/\s(?:of|for|in|with|from|to|on|at|by|as)\s|\s\(/i)[0] ?? subject
  if (/\sand\s/i.test(head)) return true
  return /[^siu]s$/.test(head) && !/(?:analytics|news|kubernetes|dns|https|tls|aws)$/i.test(head)
}
