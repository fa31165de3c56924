import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import { requireRole } from './database/connection-role.ts'
import type { TenantTransaction } from './database/tenant.ts'
import { currentSpan } from './tracing/span.ts'

export type IndexDocumentJob = {
  workspaceId: string
  knowledgeBaseId: string
  documentId: string
}

/** Work on a whole knowledge base. */
export type KnowledgeBaseJob = { workspaceId: string; knowledgeBaseId: string }

/** Work on a whole workspace. */
export type WorkspaceJob = { workspaceId: string }

export type EvaluationJob = KnowledgeBaseJob & { evaluationId: string }

export type DiffJob = KnowledgeBaseJob & { diffId: string }

/** What is due to one webhook. */
export type WebhookJob = WorkspaceJob & { webhookId: string }

/** What waits in one conversation of a channel. */
export type ConversationJob = KnowledgeBaseJob & { channelId: string; conversation: string }

export type SyncJob = KnowledgeBaseJob & { syncId: string }

/** What each queue carries. */
export type Jobs = {
  'index-document': IndexDocumentJob
  /** Dead letters of `index-document`. */
  'index-document-failed': IndexDocumentJob
  /** Fills a new embedding space and swaps it in. */
  reembed: KnowledgeBaseJob
  /** Removes discarded spaces, and creates or drops an index as the size requires. */
  'vector-index': KnowledgeBaseJob
  /** Regenerates the starter questions. */
  'refresh-starters': KnowledgeBaseJob
  /** Continues a sync from wherever it stopped. */
  'sync-source': SyncJob
  /** Asks the questions of an evaluation that are left. */
  evaluate: EvaluationJob
  /** Asks questions with and without a change to the pages. */
  'diff-answers': DiffJob
  /** Sends what is due to a webhook. */
  'deliver-webhooks': WebhookJob
  /** Answers what people ask in Slack and the like. */
  'answer-in-channel': ConversationJob
  /** Removes a deleted knowledge base, a batch of rows at a time. */
  'delete-knowledge-base': KnowledgeBaseJob
  /** Removes a deleted workspace once its knowledge bases are gone. */
  'delete-workspace': WorkspaceJob
}

export type QueueName = keyof Jobs

/** Queued by a step of a trace, which the job continues. */
export type Traceable = { traceparent?: string }

/** A worker that dies stops its heartbeat; after this its jobs go to another one. */
const HEARTBEAT_SECONDS = 15

/**
 * Long work on one knowledge base, one waiting job each. It is retried for ever: an embedding server
 * may be down for a weekend. An HNSW index over a million passages takes under an hour.
 */
const LONG_WORK = {
  policy: 'short',
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 4 * 3600,
  retryLimit: 100_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  notify: true,
} as const

/** Created in this order: a dead-letter queue before the queue that names it. */
const QUEUES = {
  'index-document-failed': { retryLimit: 10, retryDelay: 5, notify: true },
  'index-document': {
    // One waiting job per document: it reads the newest version when it runs.
    policy: 'short',
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 900,
    retryLimit: 10,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    deadLetter: 'index-document-failed',
    notify: true,
  },
  reembed: LONG_WORK,
  'vector-index': LONG_WORK,
  'sync-source': LONG_WORK,
  evaluate: LONG_WORK,
  'diff-answers': LONG_WORK,
  // One job for each webhook, so that a receiver that hangs takes one worker and no more.
  'deliver-webhooks': { ...LONG_WORK, policy: 'exclusive', expireInSeconds: 900 },
  // One job for each conversation, whose questions are answered in order.
  'answer-in-channel': { ...LONG_WORK, policy: 'exclusive', expireInSeconds: 900 },
  'delete-knowledge-base': LONG_WORK,
  'delete-workspace': LONG_WORK,
  'refresh-starters': {
    policy: 'short',
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 300,
    retryLimit: 10,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    notify: true,
  },
} as const satisfies Record<QueueName, object>

/** Jobs that are done or have failed stay for a day, for metrics. The queue is scanned for lost ones. */
const KEPT_SECONDS = 86_400

export type Queue = PgBoss

/** Creates or updates the queue's own schema and our queues, as the owner. */
export async function installQueue(databaseUrl: string, owner: ClientBase): Promise<void> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 1,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    for (const [name, options] of Object.entries(QUEUES)) {
      if ((await boss.getQueue(name)) === null) await boss.createQueue(name, options)
      await boss.updateQueue(name, { deleteAfterSeconds: KEPT_SECONDS })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  await owner.query(`
    grant usage on schema pgboss to footnote_worker;
    grant select, insert, update, delete on all tables in schema pgboss to footnote_worker;
    grant usage on all sequences in schema pgboss to footnote_worker;
    grant execute on all functions in schema pgboss to footnote_worker`)
}

export type QueueOptions = {
  databaseUrl: string
  /** A worker also maintains the queue: jobs of dead workers, expiry, old jobs. */
  supervise: boolean
  onError: (error: Error) => void
}

/**
 * The queue's own writes need not reach the disk at once: a job whose start or end was lost in a
 * crash is run again, and jobs are queued in the transactions that need them.
 */
const SETTINGS = { synchronous_commit: 'off' }

export async function openQueue(options: QueueOptions): Promise<Queue> {
  // Passed on to the pool, which calls it for every new connection; the listener for
  // notifications reads no table.
  const pool = {
    onConnect: (client: ClientBase) => requireRole(client, 'footnote_worker', SETTINGS),
  }
  const boss = new PgBoss({
    ...pool,
    connectionString: options.databaseUrl,
    options: `-c role=footnote_worker -c synchronous_commit=${SETTINGS.synchronous_commit}`,
    application_name: 'footnote_queue',
    max: options.supervise ? 4 : 2,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: options.supervise,
    // Lost jobs are looked for more often: jobs/lost-jobs.ts.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 5,
    // No job waits for another.
    flowIntervalSeconds: 3600,
    useListenNotify: true,
    // Jobs that nobody was notified of are found all the same: jobs/slots.ts.
    notifyHeartbeatIntervalMs: 60_000,
  })
  boss.on('error', options.onError)
  return boss.start()
}

/** Queues a job in the transaction that needs it, so that both happen or neither. */
export async function enqueue<Name extends QueueName>(
  queue: Queue,
  tx: TenantTransaction,
  name: Name,
  job: Jobs[Name],
  key: string,
  { delaySeconds = 0 }: { delaySeconds?: number } = {},
): Promise<void> {
  await queue.send(name, withTrace(job), {
    db: fromKysely(tx),
    singletonKey: key,
    startAfter: delaySeconds,
  })
}

/**
 * Several at once, in one statement. Of those with one key only the first waits. Jobs of a higher priority
 * are taken first; of the same, the older ones.
 */
export async function enqueueAll<Name extends QueueName>(
  queue: Queue,
  tx: TenantTransaction,
  name: Name,
  jobs: readonly { job: Jobs[Name]; key: string; priority?: number }[],
): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map(({ job, key, priority = 0 }) => ({
    data: withTrace(job),
    singletonKey: key,
    priority,
  }))
  await queue.insert(name, rows, { db: fromKysely(tx) })
}

function withTrace<Job extends object>(job: Job): Job & Traceable {
  const span = currentSpan()
  return span ? { ...job, traceparent: span.traceparent } : job
}

/** Removes the queued and finished jobs of a deleted knowledge base, except deletions. */
export async function removeJobs(tx: TenantTransaction, knowledgeBaseId: string): Promise<void> {
  await sql`
    delete from pgboss.job
    where data->>'knowledgeBaseId' = ${knowledgeBaseId} and name <> 'delete-knowledge-base'`.execute(
    tx,
  )
}
