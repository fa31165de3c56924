import { GERUNDS, isNoun, VERBS } from './english-verbs.ts'
import type { ClassifiedQuestion } from './classified-question.ts'
import type { TitleWords } from './title-words.ts'

const MAX_NOUN_WORDS = 4
const MAX_ABOUT_WORDS = 8
const ABOUT = /^(?:about|introduction to|introducing|overview of|understanding|understand)\s+(.+)$/i
/** A first word that no name begins with. */
const NO_NAME =
  /^(?:before|after|during|when|while|with|without|for|in|on|using|by|from|to|if|our|your|my|other|more|what|how|\p{L}+ing)[\s,]/iu
/** Nouns for what cannot be counted have no article: `access control`, `code scanning`. */
const UNCOUNTED =
  /(?:ing|tion|sion|ment|ity|ance|ence|ship|ness|age|ware|sign-on|sign-in|access|control|content|data|metadata|support|history|discovery|delivery|recovery|memory|traffic|feedback|health|search)$/i
/** Activities rather than things: the question is how it works. */
const ACTIVITY = /^\p{Lu}?\p{Ll}{3,}(?:ation|ction|ing|ment)$/u
/** `Embedding model`: the -ing form says which. */
const ADJECTIVES =
  /^(?:embedding|operating|programming|working|billing)(?:$|\s(?!(?:with|in|on|for|from|to|as|your|a|an|the)\s))/i

export const isUncounted = (noun: string): boolean => UNCOUNTED.test(noun)

export const beginsWithAdjective = (title: string): boolean => ADJECTIVES.test(title)

/** A question for what a title names; null when it names nothing. */
export function phraseNoun(title: string, words: TitleWords): ClassifiedQuestion | null {
  // A command: `kubectl cordon`.
  if (/^[a-z][a-z\d -]*\s[a-z\d-]+$/.test(title)) {
    const isStep = VERBS.has(title.split(' ')[0] ?? '')
    return isStep ? null : { question: `What does ${title} do?`, kind: 'what' }
  }
  const about = ABOUT.exec(title)?.[1]
  const subject = about ?? title.replace(/\s+(?:overview|basics|concepts?|introduction)$/i, '')
  if (!isName(subject, about === undefined ? MAX_NOUN_WORDS : MAX_ABOUT_WORDS)) return null
  const name = about === undefined ? words.asName(subject) : words.inSentence(subject)
  if (isPlural(subject)) {
    const areActivities = /\sand\s\S+ing$/i.test(subject)
    return { question: areActivities ? `How do ${name} work?` : `What are ${name}?`, kind: 'what' }
  }
  if (ACTIVITY.test(subject))
    return { question: `How does ${subject.toLowerCase()} work?`, kind: 'what' }
  const article = suggestArticle(subject, name, words)
  return article === null ? null : { question: `What is ${article}${name}?`, kind: 'what' }
}

function isName(subject: string, maxWords: number): boolean {
  const parts = subject.split(' ')
  if (parts.length > maxWords) return false
  const first = (parts[0] ?? '').toLowerCase()
  const isVerb = GERUNDS.has(first) || VERBS.has(first)
  const isSure = isNoun(first) || beginsWithAdjective(subject)
  if (!isSure && (NO_NAME.test(subject) || isVerb)) return false
  if (/^pull requests?\b/i.test(subject)) return true
  // `Schedule GPUs`, `Limit storage consumption`: more likely a step than a name.
  const isStep =
    VERBS.has(first) &&
    ((parts.length > 1 && subject.endsWith('s')) || (parts.length > 2 && isUncounted(subject)))
  return !isStep && !/['’]s\s/.test(subject)
}

/** `a Pod` where another title has Pods, `the audit log`; none for GitHub Desktop and access control. */
function suggestArticle(subject: string, name: string, words: TitleWords): string | null {
  if (/^(?:a|an|the)\s/i.test(subject)) return ''
  const parts = findHead(subject).split(' ')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length > 1 && isUncounted(last)) return ''
  if (/^(?:API|CLI|SDK|UI)$/.test(last) && parts.length > 1) return 'the '
  if (isUncounted(last)) return ''
  // `Problem with the repository`: nothing tells the article.
  if (PREPOSITION.test(subject)) return null
  if (words.isCountable(last)) return AN.test(name) ? 'an ' : 'a '
  if (/\p{Ll}\p{Lu}/u.test(first)) return ''
  return parts.length === 1 ? '' : 'the '
}

/** Before a vowel, and before a letter whose name begins with one: `an MCP server`. */
const AN = /^(?:[aeioAEIO]|[FHLMNRSX][A-Z])/
const PREPOSITION = /\s(?:of|for|in|with|from|to|on|at|by|as|between)\s/i

/** What stands before a preposition or a bracket: `Roles in an organization`. */
const findHead = (subject: string): string =>
  subject.split(PREPOSITION)[0]?.split(' (')[0] ?? subject

function isPlural(subject: string): boolean {
  const head = findHead(subject)
  if (/\sand\s/i.test(head)) return true
  return /[^siu]s$/.test(head) && !/(?:analytics|news|kubernetes|dns|https|tls|aws)$/i.test(head)
}
