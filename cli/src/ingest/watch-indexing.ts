import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentSummary } from '@footnote/client/admin'

const POLL_MS = 1000
const STALLED_AFTER_MS = 30_000

export type Indexing = {
  readonly summarise: () => Promise<DocumentSummary>
  /** How many documents the server has accepted. */
  readonly accepted: () => number
  readonly isUploading: () => boolean
  readonly onIndexed: (indexed: number, summary: DocumentSummary) => void
  readonly onStalled: () => void
}

/** Follows the indexing until everything is uploaded and nothing is pending. */
export async function watchIndexing(indexing: Indexing): Promise<DocumentSummary> {
  let lastChange = { pending: -1, passages: -1, at: performance.now(), told: false }
  for (;;) {
    // Read before the request: its response includes what was accepted by then.
    const accepted = indexing.accepted()
    const isUploading = indexing.isUploading()
    const summary = await indexing.summarise()
    indexing.onIndexed(Math.max(0, accepted - summary.pending), summary)
    if (!isUploading && summary.pending === 0) return summary
    const { pending, passages } = summary
    if (pending !== lastChange.pending || passages !== lastChange.passages) {
      lastChange = { pending, passages, at: performance.now(), told: false }
    } else if (!lastChange.told && performance.now() - lastChange.at > STALLED_AFTER_MS) {
      lastChange.told = true
      indexing.onStalled()
    }
    await sleep(POLL_MS)
  }
}
