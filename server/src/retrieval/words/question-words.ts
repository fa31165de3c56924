import type { SearchContext } from '../../knowledge/search-context.ts'
import { termId } from '../../text/terms.ts'
import { splitWords } from '../../text/words.ts'
import { analyseQuestion } from '../rules/analyse-question.ts'

/** A word of a question, as it is looked up. */
export type QuestionWord = {
  /** As it was typed. */
  text: string
  /** In each of the documents' languages, those of the whole word. */
  whole: readonly number[]
  /** In each language, those of its parts, if it is an identifier in camel case, and those of its synonyms. */
  parts: readonly (readonly number[])[]
}

type QueriedBase = Pick<SearchContext, 'knowledgeBaseId' | 'languages' | 'rules'>

/** A question that is longer is a text that was pasted, and no few words of it are what it is about. */
const MAX_WORDS = 40
const LETTER = /\p{L}/u
const MIN_LENGTH = 3
/** Longer ones are keys and hashes. */
const MAX_LENGTH = 24
const MAX_TOKEN = 32

/** The words that a page may lack: no numbers, no stop words in any of the documents' languages. */
export function readQuestionWords(context: QueriedBase, question: string): QuestionWord[] {
  const { knowledgeBaseId, languages } = context
  const synonyms = analyseQuestion(context, question).flatMap((query) => query.synonyms ?? [])
  const read = (languages.length > 0 ? languages : ['en']).map(
    (language) =>
      new Map(
        splitWords(withoutAddresses(question), language).map(({ text, terms }) => [text, terms]),
      ),
  )
  const [first] = read
  const texts = [...(first?.keys() ?? [])].filter(
    (text) =>
      text.length >= MIN_LENGTH &&
      text.length <= MAX_LENGTH &&
      LETTER.test(text) &&
      read.every((words) => words.has(text)),
  )
  if (texts.length > MAX_WORDS) return []
  return texts.map((text) => {
    const ids = read.map((words) =>
      (words.get(text) ?? []).map((term) => termId(knowledgeBaseId, term)),
    )
    const whole = ids.flatMap((terms) => terms.slice(0, 1))
    const parts = mayBeParts(text)
      ? ids.map((terms) => terms.slice(1)).filter((terms) => terms.length > 0)
      : []
    const standIns = synonyms
      .filter(({ typed }) => whole.some((term) => typed.includes(term)))
      .map(({ added }) => added)
    return { text, whole, parts: [...parts, ...standIns] }
  })
}

/** Addresses, paths, keys and names of variables, of which a part means nothing by itself. */
const isAddress = (token: string): boolean =>
  token.length > MAX_TOKEN ||
  /[@/\\_]/.test(token) ||
  (/\d/.test(token) && /[\p{L}\d][-.:][\p{L}\d]/u.test(token))

const withoutAddresses = (question: string): string =>
  question
    .split(/\s+/)
    .filter((token) => !isAddress(token))
    .join(' ')

/**
 * `useChat` and `PVCs` are on a page that has `chat` or `PVC`. What begins with a capital may be a name:
 * `WordPress` is on no page because one has `word` and another `press`.
 */
const mayBeParts = (text: string): boolean => /^\p{Ll}|^\p{Lu}+s$/u.test(text)

/** Whether a page has the word, or all that it is put together from. */
export const isOnPage = (
  { whole, parts }: Pick<QuestionWord, 'whole' | 'parts'>,
  known: ReadonlySet<number>,
): boolean =>
  whole.some((term) => known.has(term)) ||
  parts.some((terms) => terms.every((term) => known.has(term)))
