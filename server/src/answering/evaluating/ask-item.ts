import type { PlaygroundFrame } from '@footnote/contract/admin/answers/playground'
import type { Trace } from '@footnote/contract/admin/messages'
import type { Citation } from '@footnote/contract/public/citation'
import type { StreamFailureCode } from '@footnote/contract/errors'
import { measureAnswer } from '../../evaluations/metrics/measure-answer.ts'
import type { ItemResult, WaitingItem } from '../../evaluations/run.ts'
import type { LanguageModel } from '../../models/language/language-model.ts'
import { newId } from '../../platform/new-id.ts'
import { withoutFragment } from '../../text/without-fragment.ts'
import { admitPlaygroundQuestion } from '../admit.ts'
import type { AnsweringDeps } from '../answer.ts'
import type { TrialCaller } from '../playground.ts'
import { answerInPlayground } from '../playground.ts'

export type Asking = {
  caller: TrialCaller
  model: LanguageModel | null
  topK: number
  /** Documents by address. */
  pages: ReadonlyMap<string, string>
  hiddenDocumentIds: ReadonlySet<string>
}

export type Answered = { text: string; citations: Citation[]; covered: boolean; trace: Trace }

/** Asks one question as the playground does, and compares the answer with what is expected. */
export async function askItem(
  deps: AnsweringDeps,
  { pages, ...asking }: Asking,
  item: WaitingItem,
  signal: AbortSignal,
): Promise<ItemResult> {
  const startedMs = performance.now()
  const ended = await askOnTrial(deps, asking, item.question, signal)
  const ms = Math.round(performance.now() - startedMs)
  const expectedUrls = item.expected_pages.map(withoutFragment)
  const missing = expectedUrls.filter((url) => !pages.has(url))
  if (typeof ended === 'string') return failedItem(ended, missing, ms)
  const { text, citations, trace } = ended
  // What is evaluated is the model's answers, and it gave none.
  if (trace.model_error !== undefined) return failedItem(trace.model_error, missing, ms)
  const refused = isRefused(ended)
  return {
    outcome: refused ? 'refused' : 'answered',
    answer: text,
    citations: citedPages(citations),
    missing_pages: missing,
    ...measureAnswer(
      // An address that no page has is never found.
      { ...item, pages: expectedUrls.map((url) => pages.get(url) ?? url) },
      {
        refused,
        ranking: getRanking(trace),
        cited: citations.map(({ document_id }) => document_id),
        text,
      },
    ),
    ms,
    input_tokens: trace.input_tokens,
    output_tokens: trace.output_tokens,
    error_code: null,
  }
}

/** Small talk answers nothing either. */
export const isRefused = ({ covered, trace }: Pick<Answered, 'covered' | 'trace'>): boolean =>
  !covered || trace.model === 'small_talk'

/** One question as the playground asks it, without verified answers; or why there is no answer. */
export async function askOnTrial(
  deps: AnsweringDeps,
  { caller, model, topK, hiddenDocumentIds }: Omit<Asking, 'pages'>,
  text: string,
  signal: AbortSignal,
): Promise<Answered | StreamFailureCode> {
  const body = { query: text, turns: [], top_k: topK }
  const question = await admitPlaygroundQuestion(deps.db, caller, body, newId(), hiddenDocumentIds)
  const trial = { model, turns: [], withoutVerified: true } as const
  return readAnswer(answerInPlayground(deps, question, trial, signal))
}

async function readAnswer(
  batches: AsyncGenerator<readonly PlaygroundFrame[]>,
): Promise<Answered | StreamFailureCode> {
  let text = ''
  for await (const frames of batches) {
    for (const frame of frames) {
      if ('error_code' in frame) return frame.error_code
      if ('delta' in frame) text += frame.delta
      if (!('trace' in frame)) continue
      const { citations, covered, trace, answer } = frame
      return { text: answer ?? text, citations, covered, trace }
    }
  }
  throw new Error('An answer ended without its last frame')
}

/** Pages in the order of the search: relevant ones alone, as reranked. */
const getRanking = ({ candidates }: Trace): string[] =>
  candidates
    .filter(({ outcome }) => outcome !== 'not_relevant')
    .sort((a, b) => b.rerank_score - a.rerank_score)
    .map(({ document_id }) => document_id)

const citedPages = (citations: readonly Citation[]): ItemResult['citations'] => [
  ...new Map(
    citations.map(({ document_id, title, url }) => [document_id, { document_id, title, url }]),
  ).values(),
]

const failedItem = (code: StreamFailureCode, missing: string[], ms: number): ItemResult => ({
  outcome: 'failed',
  passed: false,
  answer: null,
  citations: [],
  missing_pages: missing,
  recall: null,
  citation_precision: null,
  said: null,
  ms,
  input_tokens: null,
  output_tokens: null,
  error_code: code,
})
