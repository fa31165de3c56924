import type { Answerability } from '@footnote/contract/admin/knowledge-bases'
import type { SearchContext } from '../../knowledge/search-context.ts'
import { offTopicLikeness } from '../../models/embedding/off-topic-examples.ts'
import type { Embedders } from '../../models/embedding/embedders.ts'
import type { Retrieved } from '../retrieve.ts'
import { inContext } from '../retrieve.ts'
import { analyseQuestion } from '../rules/analyse-question.ts'
import { coefficientsFor } from './coefficients.ts'
import type { Evidence } from './evidence.ts'
import { readEvidence } from './evidence.ts'
import { computeProbability, thresholdFor } from './probability.ts'

export type Assessment = {
  /** That the documents answer the question, 0 to 1. */
  probability: number
  /** Below it the question is refused. */
  threshold: number
  strictness: Answerability
  /** Likely enough, and no page lacks what the question names. */
  isAnswerable: boolean
}

type Asked = Pick<Retrieved, 'candidates' | 'evidence' | 'words'> & {
  text: string
  context?: string | undefined
  strictness: Answerability
}

/** How likely the documents answer a question, from what its search found. */
export async function assessAnswerability(
  embedders: Embedders,
  caller: SearchContext,
  { strictness, words, context, ...asked }: Asked,
  signal: AbortSignal,
): Promise<Assessment> {
  const text = inContext({ text: words.searchedFor ?? asked.text, context })
  const evidence = await gather(embedders, caller, { ...asked, text }, signal)
  const coefficients = coefficientsFor(caller.space.model)
  const probability = evidence ? computeProbability(coefficients, evidence) : 0
  const threshold = evidence
    ? thresholdFor(coefficients, evidence, strictness)
    : coefficients.thresholds.all[strictness]
  const isAnswerable = probability >= threshold && words.missing.length === 0
  return { probability, threshold, strictness, isAnswerable }
}

async function gather(
  embedders: Embedders,
  caller: SearchContext,
  { text, candidates, evidence }: Omit<Asked, 'strictness' | 'words' | 'context'>,
  signal: AbortSignal,
): Promise<Evidence | null> {
  if (!evidence) return null
  const questions = analyseQuestion(caller, text)
  const likeness = await offTopicLikeness(embedders.named(caller.space.model), text, signal)
  return readEvidence(questions, candidates, evidence, likeness)
}
