import { Counter, Registry } from 'prom-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ModelError } from '../models/model-error.ts'
import { type Reranker, RerankerBusyError } from '../models/reranking/reranker.ts'
import { createMetrics } from '../platform/metrics.ts'
import { orderByRerank, passagesToLoad, rerankPassages, type RerankDeps } from './rerank.ts'

const warn = vi.fn<(fields: object, message: string) => void>()
let rerankFallbacks: Counter<'reason'>
beforeEach(() => {
  warn.mockClear()
  rerankFallbacks = new Counter({
    name: 'fallbacks',
    help: 'Fallbacks.',
    labelNames: ['reason'],
    registers: [new Registry()],
  })
})

const depsWith = (
  rerank: Reranker['rerank'],
  options: Pick<RerankDeps, 'timeoutMs' | 'maxPassages'> = {},
): RerankDeps => ({
  reranker: { model: 'rerank-small', rerank, close: async () => {} },
  metrics: { ...createMetrics(), rerankFallbacks },
  log: { warn },
  ...options,
})

const passages = ['invoices', 'rotate a key', 'a key'].map((content) => ({
  content,
  headingPath: ['Keys'],
  document: { title: 'Manual' },
}))
const { signal: stays } = new AbortController()
const counted = async () =>
  (await rerankFallbacks.get()).values.map(({ labels, value }) => [labels.reason, value])

test('passages are scored with their title and headings, as they were indexed', async () => {
  const rerank = vi.fn<Reranker['rerank']>(async () => [0.1, 0.9, 0.5])
  expect(await rerankPassages(depsWith(rerank), 'keys', passages, stays)).toEqual([0.1, 0.9, 0.5])
  expect(rerank.mock.calls[0]?.slice(0, 2)).toEqual([
    'keys',
    ['Manual\nKeys\ninvoices', 'Manual\nKeys\nrotate a key', 'Manual\nKeys\na key'],
  ])
  expect(await counted()).toEqual([])
})

test('only the first passages are scored', async () => {
  const deps = depsWith(async (_, texts) => texts.map(() => 1), { maxPassages: 2 })
  expect(await rerankPassages(deps, 'keys', passages, stays)).toHaveLength(2)
})

test('without a reranker, or with nothing to order, there are no scores', async () => {
  const deps = depsWith(async () => [1])
  expect(await rerankPassages({ ...deps, reranker: null }, 'keys', passages, stays)).toBeNull()
  expect(await rerankPassages(deps, 'keys', passages.slice(0, 1), stays)).toBeNull()
  expect(await counted()).toEqual([])
})

test('a reranker that exceeds its time and ignores the signal is abandoned and counted', async () => {
  let seen: AbortSignal | undefined
  const deps = depsWith(
    (_query, _texts, signal) => {
      seen = signal
      return new Promise(() => {})
    },
    { timeoutMs: 30 },
  )
  expect(await rerankPassages(deps, 'keys', passages, stays)).toBeNull()
  expect(seen?.aborted).toBe(true)
  expect(await counted()).toEqual([['timeout', 1]])
})

test.each([
  ['error', new ModelError('refused', { retryable: false, statusCode: 401 }), 401],
  ['busy', new RerankerBusyError(), undefined],
])(
  'a reranker that fails with %s is counted and logged, and the search continues',
  async (...given) => {
    const [reason, error, status] = given
    const about = { knowledge_base_id: 'docs', request_id: 'request-1' }
    const deps = { ...depsWith(async () => Promise.reject(error)), about }
    expect(await rerankPassages(deps, 'keys', passages, stays)).toBeNull()
    expect(await counted()).toEqual([[reason, 1]])
    expect(warn.mock.calls[0]?.[0]).toMatchObject({
      reason,
      status,
      model: 'rerank-small',
      ...about,
    })
  },
)

test('a client disconnect ends the search and is not counted as a fallback', async () => {
  const leave = new AbortController()
  const call = rerankPassages(
    depsWith(() => new Promise(() => {})),
    'keys',
    passages,
    leave.signal,
  )
  leave.abort(new Error('left'))
  await expect(call).rejects.toThrow('left')
  expect(await counted()).toEqual([])
})

test('scores order the passages; ties and those beyond the scores keep their order', () => {
  const ranked = ['a', 'b', 'c', 'd'].map((id) => ({ id, rerankScore: 0 }))
  expect(orderByRerank(ranked, [0.2, 0.7, 0.2])).toEqual([
    { id: 'b', rerankScore: 0.7 },
    { id: 'a', rerankScore: 0.2 },
    { id: 'c', rerankScore: 0.2 },
    { id: 'd', rerankScore: 0 },
  ])
  expect(orderByRerank(ranked, null)).toEqual(ranked)
})

test('more passages are loaded than asked for only when a reranker can choose among them', () => {
  const { reranker } = depsWith(async () => [])
  expect(passagesToLoad({ reranker, maxPassages: 20 }, 5)).toBe(20)
  expect(passagesToLoad({ reranker, maxPassages: 20 }, 50)).toBe(50)
  expect(passagesToLoad({ reranker: null, maxPassages: 20 }, 5)).toBe(5)
  expect(passagesToLoad(undefined, 5)).toBe(5)
})
