import { beginsWithAdjective, isUncounted, phraseNoun } from './english-nouns.ts'
import { GERUNDS, isCompound, isNoun, VERBS } from './english-verbs.ts'
import type { ClassifiedQuestion } from './classified-question.ts'
import type { TitleWords } from './title-words.ts'

const ADVERB = /^(?:safely|securely|automatically|manually|quickly)$/i
const QUESTION_START =
  /^(?:(?:what|why|when|where|who|which)(?! (?:you|we|i|it|they|each|every|the|an?|your|our)\s)|is|are|can|could|do|does|did|should|will|how (?:do|does|can|should|many|much|long|often|is|are))\s/i
const WHEN_TO = /^(when|what|where|which \S+) to\s+(.+)$/i
/** Behind it in brackets: the status, or where it occurs. */
const ERROR_CODE = /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\s*\((?:\d{3}|[a-z]+)(?:, (?:\d{3}|[a-z]+))*\)$/
/** A word that is a verb or a noun is a noun before one of these: `Scale on paper`, `Work per day`. */
const BEHIND_NOUN = /^(?:on|of|at|per|under|without|behind|between)$/i
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const START = /^(?:get(?:ting)? started with|quick ?start (?:for|with))\s+(.+)$/i
/** A statement, such as `PostgreSQL is the engine`, and a label, `Error: x`, answer nothing. */
const STATEMENT = /\s(?:is|are|was|were)\s|:(?:\s|$)|[.;!]$/

/** `What runs in production is one folder` begins like a question and is none. */
const STATEMENT_OF_WHAT =
  /^(?:what|who|which|where|when)\s(?!(?:is|are|was|were|do|does|did|can|could|should|will|has|have)\s).*\s(?:is|are|was|were)\s/i

/** A question that an English title answers; null when none reads well. */
export function phraseEnglish(title: string, words: TitleWords): ClassifiedQuestion | null {
  if (title.endsWith('?')) return { question: title, kind: 'question' }
  const code = ERROR_CODE.exec(title)?.[1]
  // A code of one word is a word of every subject: nothing of what the site is about.
  if (code !== undefined)
    return code.includes('_') ? { question: `What does ${code} mean?`, kind: 'code' } : null
  if (CONSTANT.test(title)) return { question: `What is ${title}?`, kind: 'code' }
  const howTo = /^how to\s+(.+)$/i.exec(title)?.[1]
  if (howTo !== undefined) return how(words.inSentence(howTo))
  const when = WHEN_TO.exec(title)
  if (when) {
    const question = `${when[1] ?? ''} should I ${words.inSentence(when[2] ?? '')}?`
    return { question: asReader(question), kind: 'question' }
  }
  if (QUESTION_START.test(title) && !STATEMENT_OF_WHAT.test(title))
    return { question: `${words.asSentence(title)}?`, kind: 'question' }
  if (STATEMENT.test(title)) return null
  const start = START.exec(title)?.[1]
  if (start !== undefined) return how(`get started with ${words.inSentence(start)}`)
  if (beginsWithAdjective(title)) return phraseNoun(title, words)
  const [first = '', ...rest] = title.split(' ')
  if (isNoun(first.toLowerCase()) && BEHIND_NOUN.test(rest[0] ?? '')) return null
  if (!isCompound(first.toLowerCase(), rest)) {
    return phraseVerb(title, words) ?? phraseNoun(title, words)
  }
  // `Prompt examples`, `Schedule GPUs`: nothing tells which it is.
  const isOpen = !/\s(?:for|in|with|from|to|on|at|by|as|using|via)\s/i.test(title)
  return phraseNoun(title, words) ?? (isOpen ? null : phraseVerb(title, words))
}

const how = (action: string): ClassifiedQuestion => ({
  question: asReader(/^be\s/i.test(action) ? `How can I ${action}?` : `How do I ${action}?`),
  kind: 'how',
})

/** A title speaks to the reader, the question is the reader's own. */
const asReader = (question: string): string =>
  question
    .replaceAll(/\byour\b/g, 'my')
    .replaceAll(/\byourself\b/g, 'myself')
    .replaceAll(/\byou\b/g, 'I')

function phraseVerb(title: string, words: TitleWords): ClassifiedQuestion | null {
  const [first = '', ...rest] = title.split(' ')
  const [second = ''] = rest
  if (ADVERB.test(first) && VERBS.has(second.toLowerCase()) && rest.length > 1) {
    return how(words.inSentence(title))
  }
  const verb = VERBS.has(first.toLowerCase())
    ? first.toLowerCase()
    : GERUNDS.get(first.toLowerCase())
  // Without an object there is nothing to ask: `Install`. Small throughout, it may be a command.
  if (verb === undefined || rest.length === 0 || title === title.toLowerCase()) return null
  if (rest.some((word) => PRONOUN.test(word))) return null
  const object = withDeterminer(verb, words.inSentence(withSecondVerb(rest).join(' ')), words)
  return object === null ? null : how(`${verb} ${object}`)
}

/** What they stand for is not in the title: `Running it yourself`. */
const PRONOUN = /^(?:it|them|this|that|these|those)$/i
const OWN = /^(?:password|account|subscription|profile|username|e?-?mail address|plan)$/i
const MAKING = /^(?:create|add|make|register|build|start|open)$/

/** `Reset password` lacks a word that a sentence needs; null where nothing tells which. */
function withDeterminer(verb: string, object: string, words: TitleWords): string | null {
  const isOwn = OWN.test(object)
  const isBare =
    /^\S+$/.test(object) ||
    !/\s(?:\S+s|and|or)\b|\b(?:a|an|the|my|your|all|of|for|in|with|from|to|on|at|by|as|up|out|using|via|between|over|only|against|after|before)\s/i.test(
      object,
    )
  const head = object.split(' ').at(-1) ?? ''
  if (!isOwn && (!isBare || isUncounted(head) || !words.isCountable(head))) return object
  if (MAKING.test(verb)) return `${/^[aeio]/i.test(object) ? 'an' : 'a'} ${object}`
  return isOwn ? `my ${object}` : null
}

/** `Viewing and updating alerts`: the second verb goes along, unless it is a noun, as before `with`. */
const withSecondVerb = (rest: readonly string[]): string[] =>
  rest.map((part, index) => {
    const next = rest[index + 1] ?? ''
    const joins =
      /^(?:and|or)$/i.test(rest[index - 1] ?? '') && !/^(?:with|for|in|on|to|)$/i.test(next)
    return joins ? (GERUNDS.get(part.toLowerCase()) ?? part) : part
  })
