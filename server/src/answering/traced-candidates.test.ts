import { expect, test } from 'vitest'
import type { FusedCandidate } from '../retrieval/fuse.ts'
import type { RankedPassage } from '../retrieval/retrieve.ts'
import { unpackCandidates } from '../conversations/packed-candidates.ts'
import { traceCandidates } from './traced-candidates.ts'

const idOf = (kind: string, at: number) =>
  `${kind}${String(at).padStart(7, '0')}-0000-7000-8000-000000000000`

const candidate = (at: number, relevance: number): FusedCandidate => ({
  passageId: idOf('a', at),
  documentId: idOf('d', at),
  relevance,
  vectorScore: 0.71239,
  textScore: 12.34567,
  rrfScore: 0.01639,
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
  },
})

test('a trace has every candidate with its ids, its rounded scores and its outcome', () => {
  const candidates = [0.9, 0.8, 0.7, 0.1].map((relevance, at) => candidate(at, relevance))
  const found = candidates.slice(0, 2).map((each) => passage(each, 0.55554))
  const scores = { vector_score: 0.7124, text_score: 12.3457, rrf_score: 0.0164 }
  const traced = unpackCandidates(traceCandidates(candidates, found, found.slice(0, 1)))
  const rows = [
    { relevance: 0.9, rerank_score: 0.5555, outcome: 'used' },
    { relevance: 0.8, rerank_score: 0.5555, outcome: 'beyond_prompt' },
    { relevance: 0.7, rerank_score: 0, outcome: 'beyond_top_k' },
    { relevance: 0.1, rerank_score: 0, outcome: 'not_relevant' },
  ]
  expect(traced).toEqual(
    rows.map((row, at) => ({
      chunk_id: idOf('a', at),
      document_id: idOf('d', at),
      ...scores,
      ...row,
    })),
  )
})

test('what was found and not used because nothing was, is not covered', () => {
  const [only] = [candidate(1, 0.9)]
  const traced = unpackCandidates(traceCandidates([only], [passage(only, 0)], []))
  expect(traced.map(({ outcome }) => outcome)).toEqual(['not_covered'])
})
