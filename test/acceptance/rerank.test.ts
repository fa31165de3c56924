import type { SearchResult } from '@footnote/client'
import { afterAll, expect } from 'vitest'
import { startRerankServer } from '../fakes/rerank-server.ts'
import { acceptance } from '../support/acceptance.ts'
import { putPages } from '../support/knowledge.ts'

const reranking = await startRerankServer({ apiKey: 'key-1' })
afterAll(async () => reranking.close())

const { verifies } = acceptance({
  RERANK_URL: reranking.url,
  RERANK_MODEL: 'rerank-small',
  RERANK_API_KEY: 'key-1',
  // A busy machine may take longer than the 800 ms that readers wait.
  RERANK_TIMEOUT_MS: '10000',
})

const makePage = (name: string, content: string) => ({
  url: `https://docs.example.com/${name}`,
  title: 'Page',
  content,
})

const readScores = (results: readonly SearchResult[]) =>
  results.map(({ document, rerank_score }) => [document.url.split('/').at(-1), rerank_score])

verifies(
  'search.rerank-score.higher-is-more-relevant',
  'results are in the reranker’s order, and in the fused order if it fails',
  async ({ service, knowledge, embeddings }) => {
    const { client, knowledgeBaseId } = knowledge
    embeddings.place('granite', [1, 0])
    embeddings.place('gneiss', [0.1, 1])
    await putPages(service, knowledgeBaseId, [
      makePage('near', 'granite granite'),
      makePage('read', 'gneiss rocks of the alps'),
    ])
    // The fake reranker scores a passage by the share of the query's words that it has.
    const query = 'granite rocks of alps'
    const reranked = await client.search({ query })
    expect(readScores(reranked.results)).toEqual([
      ['read', 0.75],
      ['near', 0.25],
    ])
    const best = await client.search({ query, limit: 1 })
    expect(readScores(best.results)).toEqual([['read', 0.75]])
    const failure = { kind: 'status', status: 500 } as const
    reranking.fail(failure, failure)
    const fused = await client.search({ query })
    expect(readScores(fused.results)).toEqual([
      ['near', 0],
      ['read', 0],
    ])
  },
)
