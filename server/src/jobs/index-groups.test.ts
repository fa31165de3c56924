import type { Job } from 'pg-boss'
import { expect, test } from 'vitest'
import type { IndexDocumentJob } from '../platform/queue.ts'
import { toGroups } from './index-groups.ts'

const job = (
  documentId: string,
  knowledgeBaseId: string,
  retryCount = 0,
): Job<IndexDocumentJob> => ({
  id: documentId,
  name: 'index-document',
  data: { workspaceId: `workspace of ${knowledgeBaseId}`, knowledgeBaseId, documentId },
  expireInSeconds: 900,
  heartbeatSeconds: 15,
  retryCount,
  signal: new AbortController().signal,
})

const getIds = (jobs: readonly Job<IndexDocumentJob>[]) =>
  toGroups(jobs).map((group) => group.jobs.map(({ id }) => id))

test('new documents of a knowledge base are indexed together, and never with those of another', () => {
  const jobs = [job('a', 'one'), job('b', 'two'), job('c', 'one')]
  // The knowledge base with the fewest comes first.
  expect(getIds(jobs)).toEqual([['b'], ['a', 'c']])
  expect(toGroups(jobs).map(({ tenant }) => tenant)).toEqual([
    { workspaceId: 'workspace of two', knowledgeBaseId: 'two' },
    { workspaceId: 'workspace of one', knowledgeBaseId: 'one' },
  ])
})

test('what was tried before is indexed alone, after the new ones', () => {
  const jobs = [job('a', 'one', 1), job('b', 'one'), job('c', 'one', 1), job('d', 'one')]
  expect(getIds(jobs)).toEqual([['b', 'd'], ['a'], ['c']])
})

test('a document that stops its worker keeps none from being indexed: the next try begins at the other end', () => {
  const tried = (retryCount: number) => ['a', 'b', 'c'].map((id) => job(id, 'one', retryCount))
  expect(getIds(tried(1))).toEqual([['a'], ['b'], ['c']])
  expect(getIds(tried(2))).toEqual([['c'], ['b'], ['a']])
})
