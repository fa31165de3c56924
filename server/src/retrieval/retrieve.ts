import type { SearchContext } from '../knowledge/search-context.ts'
import type { Embedders } from '../models/embedding/embedders.ts'
import type { Db } from '../platform/database/db.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import type { Metrics } from '../platform/metrics.ts'
import { traced } from '../platform/tracing/span.ts'
import type { EvidenceRow } from './answerability/evidence.ts'
import { COMPARED_PASSAGES } from './answerability/evidence.ts'
import type { NamedCandidates, CandidateSource } from './candidate-source.ts'
import { findElsewhere, noteFallback } from './candidate-source.ts'
import type { Candidate, CandidateQuery } from './candidates.ts'
import {
  candidatesStatement,
  findCandidates,
  readCandidates,
  readCandidatesBeside,
  RETRIEVER_LIMIT,
} from './candidates.ts'
import type { DocumentScope } from './document-scope.ts'
import type { EmbeddedQuestion } from './embed-question.ts'
import { embedQuestion } from './embed-question.ts'
import type { FusedCandidate } from './fuse.ts'
import { chooseBest, fuse } from './fuse.ts'
import { gateStatement } from './gate.ts'
import type { Passage } from './load-passages.ts'
import { loadPassages } from './load-passages.ts'
import type { ReaderPage } from './reader-page.ts'
import { findNear } from './reader-page.ts'
import { findPinned } from './rules/find-pinned.ts'
import type { Synonym } from './rules/synonyms.ts'
import type { WordsRow } from './words/look-up-words.ts'
import type { ReadWords, WordsReading } from './words/read-words.ts'
import { NOTHING_MISSING, planReading } from './words/read-words.ts'
import { orderByRerank, passagesToLoad, rerankPassages, type Reranking } from './rerank.ts'

export type RetrievalDeps = {
  db: Db
  embedders: Embedders
  metrics: Metrics
  reranking?: Reranking | undefined
  /** Finds candidates in place of the primary. */
  source?: CandidateSource | undefined
}

export type RetrievalQuery = DocumentScope & {
  caller: SearchContext
  text: string
  /** Searched for with the text. Its words are neither mended nor missed, and no trace has them. */
  context?: string | undefined
  /** The page that the reader is on. */
  page?: ReaderPage | null | undefined
  limit: number
  /** Reads what answerability is judged by as well. */
  withEvidence?: boolean
  /** Left out as if they were deleted. */
  hiddenDocumentIds?: ReadonlySet<string>
  /** For the log. */
  requestId?: string
  /** Called once the passages are found, before they are reranked. */
  onFound?: () => void
}

export type RankedPassage = Passage &
  Pick<FusedCandidate, 'relevance' | 'rrfScore' | 'vectorScore' | 'textScore'> & {
    rerankScore: number
    /** It came first by a rule of editors. */
    isPinned?: true
  }

export type Retrieved = {
  /** The passages that fit the query best, most relevant first. */
  passages: RankedPassage[]
  /** Everything that was found, best first, including what is not relevant enough to return. */
  candidates: FusedCandidate[]
  /** What answerability is judged by; null: nothing was found, or it was not asked for. */
  evidence: EvidenceRow | null
  /** What pages have of the words of the query. */
  words: ReadWords
  /** What was searched for beside its words. */
  synonyms: readonly Synonym[]
}

/**
 * A search: embed → candidates → fuse → load → rerank, a file each. Candidates and passages are read in
 * one snapshot of the primary, so what is found is what is shown, as of one moment. Candidates that another
 * source found pass the gate in that snapshot before they are fused. Beside the candidates the words of
 * the query are looked up; where some are mended, the mended query is searched for in its place.
 */
export const retrieve = (
  deps: RetrievalDeps,
  query: RetrievalQuery,
  signal: AbortSignal,
): Promise<Retrieved> => traced('retrieve', () => retrieveInSteps(deps, query, signal))

async function retrieveInSteps(
  deps: RetrievalDeps,
  query: RetrievalQuery,
  signal: AbortSignal,
): Promise<Retrieved> {
  const typed = await search(deps, query, signal)
  const { words } = typed
  const text = words.searchedFor ?? query.text
  const found = text === query.text ? typed : await search(deps, { ...query, text }, signal)
  query.onFound?.()
  // After the transaction: no connection is held while the reranker works.
  const passages = await rerank(deps, { ...query, text }, found.passages, signal)
  return { ...found, passages, words }
}

/** Embeds, and reads in one transaction. */
async function search(
  deps: RetrievalDeps,
  query: RetrievalQuery,
  signal: AbortSignal,
): Promise<Retrieved> {
  const { caller } = query
  const question = await timed(deps.metrics, 'embed', () =>
    embedQuestion(deps.embedders, caller, inContext(query), signal),
  )
  return timed(deps.metrics, 'search', async () => {
    const { workspaceId, knowledgeBaseId } = caller
    const tenant = { workspaceId, knowledgeBaseId }
    const named = await findElsewhere(deps, { ...toAsked(query, question), tenant }, signal)
    return readAsTenant(deps.db, caller, (tx) => findPassages(tx, deps, query, question, named))
  })
}

/** What is embedded and searched for. */
export const inContext = ({ text, context }: Pick<RetrievalQuery, 'text' | 'context'>): string =>
  context === undefined ? text : `${text}\n${context}`

const toAsked = (
  { caller, groupIds, filter }: RetrievalQuery,
  question: EmbeddedQuestion,
): CandidateQuery => ({ ...question, spaceId: caller.space.id, groupIds, filter })

/** A step that is measured, and traced. */
async function timed<Result>(
  { retrievalSeconds }: Pick<Metrics, 'retrievalSeconds'>,
  step: 'embed' | 'search',
  work: () => Promise<Result>,
): Promise<Result> {
  const end = retrievalSeconds.startTimer({ step })
  const result = await traced(step, work)
  end()
  return result
}

/** The steps between embedding and reranking. `named`: by another source; null: the primary finds them. */
export async function findPassages(
  tx: TenantTransaction,
  deps: Pick<RetrievalDeps, 'embedders' | 'reranking' | 'metrics'>,
  query: RetrievalQuery,
  question: EmbeddedQuestion,
  named: NamedCandidates | null = null,
): Promise<Retrieved> {
  const { caller, text, groupIds, filter, hiddenDocumentIds, limit, withEvidence = false } = query
  const dictionary = deps.embedders.named(caller.space.model).vocabulary
  const reading = planReading({ caller, text, groupIds, filter, dictionary })
  const asked = toAsked(query, question)
  const [all, row] = await readStep(tx, deps, { asked, named, reading })
  const words = reading?.read(row) ?? NOTHING_MISSING
  const isShown = ({ documentId }: Candidate) => !hiddenDocumentIds?.has(documentId)
  const shown = all.filter(isShown)
  const page = shown.length > 0 ? query.page : undefined
  const candidates = fuse(shown, page ? await findNear(tx, page, shown) : undefined)
  const pinned = (await findPinned(tx, query, asked)).filter(isShown)
  const best = chooseBest(candidates, pinned, passagesToLoad(deps.reranking, limit))
  const synonyms = question.queries.flatMap((each) => each.synonyms ?? [])
  if (candidates.length + best.length === 0) {
    return { passages: [], candidates, evidence: null, words, synonyms }
  }
  const compared = getIds(candidates.slice(0, COMPARED_PASSAGES))
  const comparison = withEvidence ? { questions: question.queries, passageIds: compared } : null
  const { passages, evidence } = await traced('load', () =>
    loadPassages(tx, getIds(best), comparison),
  )
  const pinnedIds = new Set(getIds(pinned))
  const ranked = best.flatMap((each) => toRanked(each, passages, pinnedIds))
  // What no retriever found is last of all that was found.
  const foundIds = new Set(getIds(candidates))
  const added = best.filter(({ passageId }) => !foundIds.has(passageId))
  return { passages: ranked, candidates: [...candidates, ...added], evidence, words, synonyms }
}

type ReadStep = {
  asked: CandidateQuery
  named: NamedCandidates | null
  reading: WordsReading | null
}

/**
 * Candidates, and the words of the query beside them. Where fewer pass the gate than one retriever hands
 * over, the source may lack some: the primary finds its own.
 */
async function readStep(
  tx: TenantTransaction,
  { metrics }: Pick<RetrievalDeps, 'metrics'>,
  { asked, named, reading }: ReadStep,
): Promise<[Candidate[], WordsRow | undefined]> {
  const statement = named ? gateStatement(asked, named.ids) : candidatesStatement(asked)
  const [candidates, [row]] = await traced(named ? 'gate' : 'candidates', async () =>
    reading
      ? readCandidatesBeside(tx, asked, statement, reading.statement)
      : ([await readCandidates(tx, asked, statement), []] as const),
  )
  if (!named) return [candidates, row]
  if (candidates.length >= RETRIEVER_LIMIT) {
    metrics.candidateSearches.inc({ server: named.server })
    return [candidates, row]
  }
  noteFallback(metrics, 'few')
  return [await traced('candidates', () => findCandidates(tx, asked)), row]
}

const getIds = (candidates: readonly Candidate[]): string[] =>
  candidates.map(({ passageId }) => passageId)

/** The fifth step: in the reranker's order, and no more than are asked for. */
export async function rerank(
  { reranking, metrics }: RetrievalDeps,
  { caller, text, limit, requestId }: RetrievalQuery,
  passages: RankedPassage[],
  signal: AbortSignal,
): Promise<RankedPassage[]> {
  if (!reranking) return passages
  const about = { knowledge_base_id: caller.knowledgeBaseId, request_id: requestId }
  const scores = await rerankPassages({ ...reranking, metrics, about }, text, passages, signal)
  const ordered = orderByRerank(passages, scores)
  const pinnedFirst = ordered.toSorted((a, b) => Number(b.isPinned ?? 0) - Number(a.isPinned ?? 0))
  return pinnedFirst.slice(0, limit)
}

function toRanked(
  { passageId, relevance, rrfScore, vectorScore, textScore }: FusedCandidate,
  passages: ReadonlyMap<string, Passage>,
  pinnedIds: ReadonlySet<string>,
): RankedPassage[] {
  const passage = passages.get(passageId)
  if (!passage) return []
  const pin = pinnedIds.has(passageId) ? { isPinned: true as const } : {}
  return [{ ...passage, relevance, rrfScore, vectorScore, textScore, rerankScore: 0, ...pin }]
}
