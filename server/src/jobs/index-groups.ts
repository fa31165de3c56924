import type { Job } from 'pg-boss'
import type { Tenant } from '../platform/database/tenant.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'

type IndexJob = Job<IndexDocumentJob>

/** Jobs that are done together. */
export type IndexGroup = { tenant: Tenant; jobs: readonly IndexJob[] }

/**
 * The new jobs of each knowledge base, the fewest first, so that no single document waits for many. Then
 * each that was tried before by itself, because it may be what stopped its worker. Every second time
 * these are in reverse order: all but the document that stops the worker are then indexed, whatever its
 * place.
 */
export function toGroups(jobs: readonly IndexJob[]): IndexGroup[] {
  const fresh = new Map<string, IndexJob[]>()
  const tried: IndexJob[] = []
  for (const job of jobs) {
    const { knowledgeBaseId } = job.data
    if (job.retryCount > 0) tried.push(job)
    else fresh.set(knowledgeBaseId, [...(fresh.get(knowledgeBaseId) ?? []), job])
  }
  const isReversed = (tried[0]?.retryCount ?? 0) % 2 === 0
  const alone = (isReversed ? tried.toReversed() : tried).map((job) => [job])
  const together = [...fresh.values()].toSorted((a, b) => a.length - b.length)
  return [...together, ...alone].flatMap((group) => {
    const data = group[0]?.data
    if (!data) return []
    const { workspaceId, knowledgeBaseId } = data
    return [{ tenant: { workspaceId, knowledgeBaseId }, jobs: group }]
  })
}
