import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import { fusedScores, fusedTables } from './fuse.ts'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

type Candidate = { documentId: string; vectorScore: number; textScore: number }

const candidate = (documentId: string, vectorScore: number, textScore: number): Candidate => ({
  documentId,
  vectorScore,
  textScore,
})

/** The scores of these candidates, in the same order, by PostgreSQL and in memory. */
async function fuse(candidates: readonly Candidate[]): Promise<number[]> {
  const { rows } = await sql<{ fused_score: number }>`
    with candidates as (
      select * from unnest(
        ${candidates.map((_, index) => index)}::int[],
        ${candidates.map(({ documentId }) => documentId)}::text[],
        ${candidates.map(({ vectorScore }) => vectorScore)}::float8[],
        ${candidates.map(({ textScore }) => textScore)}::float8[]
      ) as c (id, document_id, vector_score, text_score)
    ), ${fusedTables()}
    select fused_score from fused order by id`.execute(store.api.db)
  const fused = rows.map((row) => row.fused_score)
  const differ = fusedScores(candidates).filter(
    (score, index) => Math.abs(score - (fused[index] ?? 0)) > 1e-12,
  )
  if (differ.length > 0) throw new Error(`In memory ${differ.length} differ.`)
  return fused
}

test('a strong match in both retrievers beats a perfect one in either', async () => {
  const both = candidate('a', 0.6, 0.6)
  const meaning = candidate('b', 1, 0)
  const words = candidate('c', 0, 1)
  const [first = 0, ...others] = await fuse([both, meaning, words])
  for (const other of others) expect(first).toBeGreaterThan(other)
})

test('a retriever with a narrow range of scores counts as much as one with a wide range', async () => {
  expect(await fuse([candidate('a', 0.71, 0.2), candidate('b', 0.7, 0.9)])).toEqual([1, 1])
})

test('a retriever that scores all alike leaves the order to the other', async () => {
  const [first = 0, second = 0] = await fuse([candidate('a', 0.5, 0), candidate('b', 0.4, 0)])
  expect(first).toBeGreaterThan(second)
  expect(await fuse([])).toEqual([])
})

test('of two equal passages, the one whose document has more matches comes first', async () => {
  const [alone = 0, supported = 0] = await fuse([
    candidate('a', 1, 1),
    candidate('b', 1, 1),
    candidate('b', 0.7, 0.7),
    candidate('c', 0, 0),
  ])
  expect(supported).toBeGreaterThan(alone)
})

test('poor matches do not boost their document, however many there are', async () => {
  const [alone, long] = await fuse([
    candidate('a', 1, 1),
    candidate('b', 1, 1),
    ...Array.from({ length: 10 }, () => candidate('b', 0.4, 0.4)),
    candidate('c', 0, 0),
  ])
  expect(long).toBeCloseTo(alone ?? 0, 12)
})

test('a document is boosted no more by ten further passages than by three', async () => {
  const page = (passages: number) => [
    candidate('a', 1, 1),
    ...Array.from({ length: passages }, () => candidate('a', 0.8, 0.8)),
    candidate('b', 0, 0),
  ]
  const [ten] = await fuse(page(10))
  const [three = 0] = await fuse(page(3))
  const [two] = await fuse(page(2))
  expect(ten).toBeCloseTo(three, 12)
  expect(three).toBeGreaterThan(two ?? 0)
})

test('many candidates of few documents have the same scores in memory', async () => {
  const score = (number: number) => Math.abs(Math.sin(number * 12.9898))
  const many = Array.from({ length: 200 }, (_, number) =>
    candidate(`page ${number % 23}`, score(number), score(number + 0.5)),
  )
  expect(new Set(await fuse(many)).size).toBeGreaterThan(190)
})
