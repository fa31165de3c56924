import type { SyncDeps } from '../ingestion/sync/sync-run.ts'
import type { SpaceCopyDeps } from '../knowledge/spaces/embedding-space-copy.ts'
import type { Tracing } from '../platform/tracing/span.ts'
import type { ChannelWorkerDeps } from './answer-in-channel.ts'
import type { WebhookWorkerDeps } from './deliver-webhooks.ts'
import type { DiffWorkerDeps } from './diff-answers.ts'
import type { EvaluationDeps } from './evaluate.ts'
import type { ContactDeps } from './hand-over-contacts.ts'
import type { IndexingWorkerDeps } from './index-document.ts'
import type { ReembeddingWorkerDeps } from './reembed.ts'
import type { StarterWorkerDeps } from './refresh-starters.ts'
import type { DigestDeps } from './send-digests.ts'
import type { LimitNoticeDeps } from './send-limit-notices.ts'

/** What all jobs need besides their slots, created once in compose.ts. */
export type AllWorkerDeps = Omit<
  IndexingWorkerDeps &
    ReembeddingWorkerDeps &
    StarterWorkerDeps &
    EvaluationDeps &
    DiffWorkerDeps &
    SpaceCopyDeps &
    SyncDeps &
    WebhookWorkerDeps &
    ChannelWorkerDeps &
    DigestDeps &
    ContactDeps &
    LimitNoticeDeps & { gitCacheRoot: string; tracing: Tracing },
  'slots'
>
