import type { Trace } from '@footnote/contract/admin/messages'
import type { DraftFrame } from '@footnote/contract/admin/answers/drafts'
import type { Citation } from '@footnote/contract/public/citation'
import type { LanguageModel } from '../../models/language/language-model.ts'
import { withoutQuestions } from '../../platform/metrics.ts'
import { retrieve } from '../../retrieval/retrieve.ts'
import type { AdmittedQuestion } from '../admit.ts'
import type { AnsweringDeps } from '../answer.ts'
import { answer } from '../answer.ts'
import { toCitations, toCitablePassages } from '../citations/citable-passage.ts'
import { failureCode, failureFrame } from '../failure.ts'
import { logFailure } from '../log-failure.ts'
import { revalidateAccess } from '../revalidate-access.ts'
import { coveredSection, openSection, titleLine } from './compose-draft.ts'
import { draftTurn } from './draft-turn.ts'

/** Passages shown beside a question that none of them answers. */
const NEAREST = 2

type Section = { question: string; covered: boolean; markdown: string; citations: Citation[] }

export type DraftInput = {
  title: string
  /** A section each, at least one. */
  questions: readonly AdmittedQuestion[]
  model: LanguageModel | null
}

/**
 * Answers each question of a gap as a reader's is answered and makes an article of it. What is not
 * covered is said to be, with the nearest passages. Never throws, as `answer`.
 */
export async function* writeDraft(
  deps: AnsweringDeps,
  { title, questions, model }: DraftInput,
  signal: AbortSignal,
): AsyncGenerator<readonly DraftFrame[]> {
  const sections: Section[] = []
  const traces: Trace[] = []
  const uncounted = {
    ...deps,
    metrics: withoutQuestions(deps.metrics),
    failures: { record: () => undefined },
  }
  yield [{ delta: titleLine(title), done: false }]
  for (const question of questions) {
    const begin = draftTurn(model, (trace) => traces.push(trace))
    let text = ''
    let ended: { covered: boolean; citations: Citation[] } | null = null
    for await (const frames of answer(uncounted, question, signal, begin)) {
      for (const frame of frames) {
        if ('error_code' in frame) return yield [frame]
        if ('delta' in frame) {
          text += frame.delta
          yield [frame]
        }
        if (!('covered' in frame)) continue
        ended = { covered: frame.covered && frame.citations.length > 0, citations: frame.citations }
        text = frame.answer ?? text
      }
    }
    if (!ended) throw new Error('The answer for the draft ended without its last frame')
    try {
      const { text: asked } = question
      const section = ended.covered
        ? { ...ended, question: asked, markdown: coveredSection(asked, text, ended.citations) }
        : await findOpenSection(uncounted, question, signal)
      sections.push(section)
      const { covered, markdown } = section
      yield [{ section: { question: asked, covered, markdown }, done: false }]
    } catch (error) {
      return yield [failed(deps, question, error, signal)]
    }
  }
  yield [await finishDraft(deps, { title, sections, traces, questions }, signal)]
}

async function findOpenSection(
  deps: AnsweringDeps,
  { caller, text, groupIds, requestId }: AdmittedQuestion,
  signal: AbortSignal,
): Promise<Section> {
  const query = { caller, text, groupIds, limit: NEAREST, requestId }
  const { passages } = await retrieve(deps, query, signal)
  const citations = toCitations(toCitablePassages(passages))
  return { question: text, covered: false, citations, markdown: openSection(text, citations) }
}

type Written = {
  title: string
  sections: readonly Section[]
  traces: readonly Trace[]
  questions: readonly AdmittedQuestion[]
}

/** Every page behind it is checked once more: one may have been restricted while others were read. */
async function finishDraft(
  deps: AnsweringDeps,
  { title, sections, traces, questions }: Written,
  signal: AbortSignal,
): Promise<DraftFrame> {
  const [first] = questions
  if (!first) throw new Error('writeDraft called without a question')
  const citations = renumbered(sections.flatMap((section) => section.citations))
  try {
    signal.throwIfAborted()
    const documentIds = new Set(citations.map(({ document_id }) => document_id))
    await revalidateAccess(deps.db, first, [...documentIds])
  } catch (error) {
    return failed(deps, first, error, signal)
  }
  return {
    done: true,
    title,
    markdown: titleLine(title) + sections.map(({ markdown }) => markdown).join('\n'),
    citations,
    not_covered: sections.filter(({ covered }) => !covered).map(({ question }) => question),
    model: findModel(traces),
    cost_capped: traces.some((trace) => trace.cost_capped === true),
    input_tokens: summed(traces.map((trace) => trace.input_tokens)),
    output_tokens: summed(traces.map((trace) => trace.output_tokens)),
  }
}

/** The cap may be reached on the way. */
const findModel = (traces: readonly Trace[]): string =>
  traces.map(({ model }) => model).find((model) => model !== 'extract' && model !== 'small_talk') ??
  'extract'

const summed = (counts: readonly (number | null)[]): number | null =>
  counts.some((count) => count === null)
    ? null
    : counts.reduce<number>((sum, one) => sum + (one ?? 0), 0)

const renumbered = (citations: readonly Citation[]): Citation[] =>
  [...new Map(citations.map((citation) => [citation.url, citation])).values()].map(
    (citation, position) => ({ ...citation, index: position + 1 }),
  )

function failed(
  deps: AnsweringDeps,
  question: AdmittedQuestion,
  error: unknown,
  signal: AbortSignal,
): DraftFrame {
  const code = failureCode(error, signal)
  logFailure(deps.log, question, code, signal.aborted ? signal.reason : error)
  return failureFrame(code, question.requestId)
}
