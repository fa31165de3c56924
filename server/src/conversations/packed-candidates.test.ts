import { expect, test } from 'vitest'
import { newId } from '../platform/new-id.ts'
import type { PackedCandidate } from './packed-candidates.ts'
import { packCandidates, unpackCandidates } from './packed-candidates.ts'

const candidate = (change: Partial<PackedCandidate> = {}): PackedCandidate => ({
  chunk_id: newId(),
  document_id: newId(),
  relevance: 0.8125,
  vector_score: 1,
  text_score: 0,
  rrf_score: 1.2345,
  rerank_score: -7.0001,
  outcome: 'not_relevant',
  ...change,
})

test('candidates come back as they were, with four digits', () => {
  const candidates = [candidate(), candidate({ outcome: 'used' }), candidate({ relevance: 0 })]
  expect(unpackCandidates(packCandidates(candidates))).toEqual(candidates)
  const [rounded] = unpackCandidates(packCandidates([candidate({ relevance: 0.123456 })]))
  expect(rounded?.relevance).toBe(0.1235)
  expect(unpackCandidates(packCandidates([]))).toEqual([])
})

test('a page has its id stored once', () => {
  const document_id = newId()
  const one = packCandidates([candidate({ document_id })])
  const two = packCandidates([candidate({ document_id }), candidate({ document_id })])
  const others = packCandidates([candidate({ document_id }), candidate()])
  expect(others.length - two.length).toBe(16)
  expect(two.length - one.length).toBeLessThan(40)
})

test('scores that no search gives are the nearest that can be stored', () => {
  const scores = { rerank_score: -1e9, rrf_score: 1e9 }
  const [stored] = unpackCandidates(packCandidates([candidate(scores)]))
  expect(stored).toMatchObject({ rerank_score: -838.8607, rrf_score: 838.8607 })
})

test('another layout is not taken for this one', () => {
  const later = Buffer.from(packCandidates([candidate()]), 'latin1')
  later[0] = 2
  expect(() => unpackCandidates(later)).toThrow('layout 2')
})
