import type { AdminClient } from '@footnote/client/admin'
import type { FootnoteError } from '@footnote/client'
import type { Source } from './candidate.ts'
import { retryWithBackoff } from './retry-with-backoff.ts'
import type { Screen } from './progress-bar.ts'
import { openProgressBar } from './progress-bar.ts'
import { renderProgress } from './progress.ts'
import type { Outcome } from './report.ts'
import type { DocumentFailure, Tally } from './upload.ts'
import { newTally, upload, uploadedCount } from './upload.ts'
import { watchIndexing } from './watch-indexing.ts'

const STALLED =
  'Nothing has been indexed for 30 s. Is a worker running (`footnote worker` or `footnote all`)? ' +
  'Still waiting. You can press Ctrl-C: uploaded documents stay queued.'

/** Uploads everything and waits until it is indexed. */
export async function runIngest(
  admin: AdminClient,
  knowledgeBaseId: string,
  source: Source,
  screen: Screen,
): Promise<Outcome> {
  // Without retries: if the server is down at the start, say so at once.
  const before = await admin.documents.summary(knowledgeBaseId)
  const tally = newTally()
  const bar = openProgressBar(screen, renderProgress)
  const startedAt = performance.now()
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000
  const seen = { indexed: 0, passages: 0 }
  const draw = () =>
    bar.draw({
      ...seen,
      total: source.total,
      uploaded: uploadedCount(tally),
      elapsedSeconds: elapsedSeconds(),
    })
  const onWait = noteOnce((text) => bar.note(text))

  let isUploading = true
  const uploads = upload(
    source,
    async (documents) => {
      const put = () => admin.documents.putMany(knowledgeBaseId, documents)
      return (await retryWithBackoff(put, onWait)).documents
    },
    tally,
    draw,
  ).finally(() => (isUploading = false))
  const indexing = watchIndexing({
    summarise: () => retryWithBackoff(() => admin.documents.summary(knowledgeBaseId), onWait),
    accepted: () => tally.labels.size,
    isUploading: () => isUploading,
    onIndexed: (indexed, summary) => {
      seen.indexed = indexed
      seen.passages = Math.max(0, summary.passages - before.passages)
      draw()
    },
    onStalled: () => bar.note(STALLED),
  })
  const [, after] = await Promise.all([uploads, indexing])
  bar.close()
  return {
    tally,
    failures: [...tally.failures, ...(await indexingFailures(admin, knowledgeBaseId, tally))],
    passages: after.passages,
    passagesAdded: Math.max(0, after.passages - before.passages),
    elapsedSeconds: elapsedSeconds(),
  }
}

/** Parallel uploads wait for the same reason, so they share one note. */
function noteOnce(note: (text: string) => void) {
  let quietUntil = 0
  return (error: FootnoteError, seconds: number): void => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + seconds * 1000
    note(waiting(error, seconds))
  }
}

const waiting = (error: FootnoteError, seconds: number): string =>
  error.code === 'RATE_LIMITED'
    ? `The server limits requests per minute (RATE_LIMIT_PER_ADDRESS). Continuing in ${seconds} s.`
    : `${error.message} Trying again in ${seconds} s.`

/** The knowledge base may have failures of earlier runs; only this run's are reported. */
async function indexingFailures(
  admin: AdminClient,
  knowledgeBaseId: string,
  { labels }: Tally,
): Promise<DocumentFailure[]> {
  const failures: DocumentFailure[] = []
  let cursor: string | undefined
  do {
    const query = { state: 'failed', limit: 200, cursor } as const
    const page = await admin.documents.list(knowledgeBaseId, query)
    for (const { id, state_reason } of page.documents) {
      const label = labels.get(id)
      if (label !== undefined) failures.push({ label, reason: state_reason ?? 'no reason given' })
    }
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return failures
}
