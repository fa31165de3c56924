import type { GapWithQuestions, TracedMessage, VerifiedAnswer } from '@footnote/client/admin'

/** A source as it is chosen; its number is its place. */
export type DraftSource = { id: string; title: string; url: string }

/** What the form has. */
export type AnswerDraft = {
  /** Of a verified answer that is there already. */
  id: string | null
  question: string
  /** One a line. */
  variants: string
  answer: string
  sources: readonly DraftSource[]
  /** A day, or nothing. */
  expires: string
}

export const MAX_VARIANTS = 20
const MAX_SOURCES = 10

export const EMPTY_DRAFT: AnswerDraft = {
  id: null,
  question: '',
  variants: '',
  answer: '',
  sources: [],
  expires: '',
}

export const draftOf = (answer: VerifiedAnswer): AnswerDraft => ({
  id: answer.id,
  question: answer.question,
  variants: answer.variants.join('\n'),
  answer: answer.answer,
  sources: answer.sources.flatMap(({ document_id: id, title, url }) =>
    id === null ? [] : [{ id, title, url }],
  ),
  expires: answer.expires_at?.slice(0, 10) ?? '',
})

/** An answer cites sections, and a verified one pages: two sections of a page become one source. */
export function draftOfMessage({ question, answer, citations }: TracedMessage): AnswerDraft {
  const sources: DraftSource[] = []
  const numbers = new Map<number, number>()
  for (const { index, document_id: id, title, url } of citations) {
    const at = sources.findIndex((source) => source.id === id)
    numbers.set(index, at === -1 ? sources.push({ id, title, url: withoutFragment(url) }) : at + 1)
  }
  const renumbered = answer
    .replaceAll(/\[(\d+)\]/g, (marker, index) => {
      const number = numbers.get(Number(index))
      return number === undefined ? marker : `[${number}]`
    })
    .replaceAll(/(\[\d+\])(?:\s*\1)+/g, '$1')
  return { ...EMPTY_DRAFT, question, answer: renumbered, sources: sources.slice(0, MAX_SOURCES) }
}

/** Its questions are wordings that readers use. */
export function draftOfGap({
  title,
  messages,
  nearest_pages: pages,
}: GapWithQuestions): AnswerDraft {
  const [question = title, ...others] = [
    ...new Set(messages.map((message) => asLine(message.question))),
  ]
  return {
    ...EMPTY_DRAFT,
    question,
    variants: others.slice(0, MAX_VARIANTS).join('\n'),
    sources: pages.map(({ document_id: id, title: page, url }) => ({ id, title: page, url })),
  }
}

const asLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const withoutFragment = (url: string): string => url.replace(/#.*$/, '')

/** As it is sent. */
export const toInput = ({ question, variants, answer, sources, expires }: AnswerDraft) => ({
  question: question.trim(),
  variants: [...new Set(variants.split('\n').map(asLine))].filter((line) => line !== ''),
  answer: answer.trim(),
  source_document_ids: sources.map(({ id }) => id),
  expires_at: expires === '' ? null : `${expires}T00:00:00.000Z`,
})
