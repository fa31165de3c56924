import { MAX_LOOKED_UP_PASSAGES, MAX_TOP_K } from '@footnote/contract/limits'
import { expect, test } from 'vitest'
import type { FusedCandidate } from '../retrieval/fuse.ts'
import type { RankedPassage } from '../retrieval/retrieve.ts'
import { TRACED_CANDIDATES, traceCandidates } from './traced-candidates.ts'

const getId = (kind: string, at: number) =>
  `${kind}${String(at).padStart(7, '0')}-0000-7000-8000-000000000000`

const candidate = (at: number, relevance: number): FusedCandidate => ({
  passageId: getId('a', at),
  documentId: getId('d', at),
  relevance,
  vectorScore: 0.71239,
  textScore: 12.34567,
  rrfScore: 0.01639,
  pagePrior: 0,
  vectorRank: at,
  textRank: null,
})

const passage = (found: FusedCandidate, rerankScore: number): RankedPassage => ({
  ...found,
  id: found.passageId,
  content: 'Tides turn.',
  headingPath: [],
  chunkIndex: 0,
  anchor: null,
  blocks: null,
  rerankScore,
  document: {
    id: found.documentId,
    url: 'https://docs.example.com/tides',
    title: 'Tides',
    visibility: 'public',
    sourceType: 'api',
    groupId: null,
    language: 'en',
    labels: {},
  },
})

test('a trace has a candidate with its ids, its rounded scores and its outcome', () => {
  const candidates = [0.9, 0.8, 0.7, 0.1].map((relevance, at) => candidate(at, relevance))
  const found = candidates.slice(0, 2).map((each) => passage(each, 0.55554))
  const scores = { vector_score: 0.7124, text_score: 12.3457, rrf_score: 0.0164 }
  const traced = traceCandidates(candidates, found, found.slice(0, 1))
  const rows = [
    { relevance: 0.9, rerank_score: 0.5555, outcome: 'used' },
    { relevance: 0.8, rerank_score: 0.5555, outcome: 'beyond_prompt' },
    { relevance: 0.7, rerank_score: 0, outcome: 'beyond_top_k' },
    { relevance: 0.1, rerank_score: 0, outcome: 'not_relevant' },
  ]
  expect(traced).toEqual(
    rows.map((row, at) => ({
      chunk_id: getId('a', at),
      document_id: getId('d', at),
      ...scores,
      ...row,
    })),
  )
})

test('what was found and not used because nothing was, is not covered', () => {
  const [only] = [candidate(1, 0.9)]
  const traced = traceCandidates([only], [passage(only, 0)], [])
  expect(traced.map(({ outcome }) => outcome)).toEqual(['not_covered'])
})

test('a trace has the best 30, and what the search returned beyond them', () => {
  const candidates = Array.from({ length: 60 }, (_, at) => candidate(at, 0.9 - at / 100))
  const returned = [candidates[0], candidates[40]].flatMap((each) =>
    each ? [passage(each, 0)] : [],
  )
  const traced = traceCandidates(candidates, returned, returned)
  expect(traced.map(({ chunk_id }) => chunk_id)).toEqual(
    [...Array.from({ length: 30 }, (_, at) => at), 40].map((at) => getId('a', at)),
  )
  expect(traced.at(-1)).toMatchObject({ outcome: 'used' })
})

test('all passages of a trace can be looked up at once', () => {
  expect(MAX_LOOKED_UP_PASSAGES).toBeGreaterThanOrEqual(TRACED_CANDIDATES + MAX_TOP_K)
})
