import type { DiffAnswer } from '@footnote/contract/admin/diffs/answer-diffs'
import type { ChosenQuestion } from '../../evaluations/diffs/choose-questions.ts'
import {
  areChosen,
  questionsOfGaps,
  questionsOfReaders,
  questionsOfSets,
  storeQuestions,
} from '../../evaluations/diffs/choose-questions.ts'
import type { DiffRun, WaitingQuestion } from '../../evaluations/diffs/run.ts'
import {
  changedDocuments,
  endDiff,
  stayAlive,
  storeCompared,
  waitingQuestions,
} from '../../evaluations/diffs/run.ts'
import { measureAnswer } from '../../evaluations/metrics/measure-answer.ts'
import { overlayLanguages } from '../../knowledge/overlays/overlay-pages.ts'
import type { Db } from '../../platform/database/db.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import type { DiffJob } from '../../platform/queue.ts'
import { retrieve } from '../../retrieval/retrieve.ts'
import { withoutFragment } from '../../text/without-fragment.ts'
import type { AnsweringDeps } from '../answer.ts'
import { NOTHING_HIDDEN } from '../admit.ts'
import { askOnTrial, isRefused } from '../evaluating/ask-item.ts'
import { readerLanguage } from '../writing/reader-language.ts'
import type { TrialCaller } from '../playground.ts'
import { findTrialCaller } from '../playground.ts'
import type { JudgedAnswer } from './compare-answers.ts'
import { compareAnswers } from './compare-answers.ts'

/** Questions of one diff; each is answered twice. */
const AT_ONCE = 4
/** An answer opens with one of the first passages. */
const FIRST_PASSAGES = 3

export type DiffingDeps = {
  /** The worker role, which stores the results. */
  db: Db
  /** As readers are answered, with their role. */
  readers: AnsweringDeps
}

type Asking = {
  deps: DiffingDeps
  job: DiffJob
  run: DiffRun
  changed: ReadonlySet<string>
  /** As pages are, and as they would be. */
  asIs: TrialCaller
  asChanged: TrialCaller
  signal: AbortSignal
}

/** Chooses the questions, and asks what has not been asked yet. Safe to run again after any kill. */
export async function runDiff(
  { db, readers }: DiffingDeps,
  job: DiffJob,
  run: DiffRun,
  signal: AbortSignal,
): Promise<void> {
  const { diffId, workspaceId, knowledgeBaseId } = job
  const tenant = { workspaceId, knowledgeBaseId }
  const { changed, languages } = await withTenant(db, tenant, async (tx) => ({
    changed: await changedDocuments(tx, diffId),
    languages: await overlayLanguages(tx, diffId),
  }))
  // A standby that finds candidates knows nothing of the overlay.
  const deps = { db, readers: { ...readers, source: undefined } }
  const asIs = await findTrialCaller(readers.db, tenant, undefined)
  const asChanged = {
    ...asIs,
    languages: [...new Set([...asIs.languages, ...languages])],
    overlayId: diffId,
  }
  const asking = { deps, job, run, changed, asIs, asChanged, signal }
  await chooseQuestions(asking)
  const waiting = await withTenant(db, tenant, (tx) => waitingQuestions(tx, diffId))
  const limit = limitConcurrency(AT_ONCE)
  let isGone = false
  const asked = waiting.map((question) =>
    limit(async () => {
      if (isGone) return
      signal.throwIfAborted()
      const compared = await askTwice(asking, question)
      signal.throwIfAborted()
      const isStored = await withTenant(db, tenant, (tx) =>
        storeCompared(tx, diffId, question.position, compared),
      )
      isGone ||= !isStored && !(await withTenant(db, tenant, (tx) => stayAlive(tx, diffId)))
    }),
  )
  const failed = (await Promise.allSettled(asked)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  await withTenant(db, tenant, (tx) => endDiff(tx, diffId))
}

async function chooseQuestions(asking: Asking): Promise<void> {
  const { deps, job, run, changed } = asking
  const { diffId, workspaceId, knowledgeBaseId } = job
  const tenant = { workspaceId, knowledgeBaseId }
  const found = await withTenant(deps.db, tenant, async (tx) =>
    (await areChosen(tx, diffId))
      ? null
      : {
          sets: await questionsOfSets(tx, run.setIds),
          readers: await questionsOfReaders(tx, run.days, changed),
          gaps: run.withGaps ? await questionsOfGaps(tx) : [],
        },
  )
  if (!found) return
  const drawn: ChosenQuestion[] = []
  for (const [at, question] of found.readers.others.entries()) {
    if (at % 20 === 0) await withTenant(deps.db, tenant, (tx) => stayAlive(tx, diffId))
    if (await wouldCite(asking, question.question)) drawn.push(question)
  }
  const chosen = [...found.sets, ...found.readers.affected, ...drawn, ...found.gaps]
  await withTenant(deps.db, tenant, (tx) => storeQuestions(tx, tenant, diffId, chosen))
}

/** Whether one of the pages is among what an answer would open with. */
async function wouldCite(
  { deps: { readers }, asChanged, changed, signal }: Asking,
  text: string,
): Promise<boolean> {
  const query = { caller: asChanged, text, groupIds: null, limit: FIRST_PASSAGES }
  const { passages } = await retrieve(readers, query, signal)
  return passages.some(({ documentId }) => changed.has(documentId))
}

async function askTwice(asking: Asking, question: WaitingQuestion) {
  const before = await ask(asking, asking.asIs, question)
  const after = await ask(asking, asking.asChanged, question)
  const { question: text, expect } = question
  const language = readerLanguage(text, asking.asChanged.languages)
  const judged = compareAnswers({ text, language, mustRefuse: expect === 'refuse' }, before, after)
  const { probability: _, ...was } = before
  const { probability: __, ...is } = after
  return { ...judged, before: was, after: is }
}

async function ask(
  { deps: { readers }, run, changed, signal }: Asking,
  caller: TrialCaller,
  question: WaitingQuestion,
): Promise<JudgedAnswer> {
  const asked = { caller, model: null, topK: run.topK, hiddenDocumentIds: NOTHING_HIDDEN }
  const answered = await askOnTrial(readers, asked, question.question, signal)
  if (typeof answered === 'string') {
    return { outcome: 'failed', answer: '', citations: [], passed: null, probability: 0 }
  }
  const refused = isRefused(answered)
  const citations: DiffAnswer['citations'] = answered.citations.map(
    ({ document_id, title, url, heading_path }) => ({
      document_id,
      title,
      url,
      heading_path,
      is_changed: changed.has(document_id),
    }),
  )
  return {
    outcome: refused ? 'refused' : 'answered',
    answer: answered.text,
    citations,
    passed: isAsExpected(question, { refused, text: answered.text, citations }),
    probability: answered.trace.answerability?.probability ?? 0,
  }
}

/** Pages by their addresses, since the overlay has pages that are no documents yet. */
function isAsExpected(
  { expect, expected_pages, must_say }: WaitingQuestion,
  given: { refused: boolean; text: string; citations: DiffAnswer['citations'] },
): boolean | null {
  if (expect === null) return null
  const cited = given.citations.map(({ url }) => withoutFragment(url))
  const pages = expected_pages.map(withoutFragment)
  return measureAnswer({ expect, pages, must_say }, { ...given, cited, ranking: [] }).passed
}
