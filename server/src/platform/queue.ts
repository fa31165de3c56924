import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { TenantTransaction } from './tenant.ts'

export type IndexDocumentJob = {
  workspaceId: string
  knowledgeBaseId: string
  documentId: string
}

/** Work on a whole knowledge base. */
export type KnowledgeBaseJob = { workspaceId: string; knowledgeBaseId: string }

export type SyncJob = KnowledgeBaseJob & { syncId: string }

/** What each queue carries. */
export type Jobs = {
  'index-document': IndexDocumentJob
  /** Receives what `index-document` gave up on. */
  'index-document-failed': IndexDocumentJob
  /** Fills the embedding space that is being built, and swaps it in. */
  reembed: KnowledgeBaseJob
  /** Removes discarded spaces, and makes or drops an index where the size asks for it. */
  'vector-index': KnowledgeBaseJob
  /** Writes the generated starter questions anew. */
  'refresh-starters': KnowledgeBaseJob
  /** Goes on with a sync wherever it stands. */
  'sync-source': SyncJob
}

export type QueueName = keyof Jobs

/** A worker that dies stops its heartbeat; its jobs go to another one after this. */
const HEARTBEAT_SECONDS = 15

/**
 * Long work on one knowledge base, one waiting job each. It is never given up: an embedding server
 * may be away for a weekend. An HNSW index over a million passages takes under an hour.
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
    // One waiting job a document: it reads the newest version when it runs.
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

export type Queue = PgBoss

/** Creates or updates the queue's own schema and our queues, as the owner. */
export async function installQueue(databaseUrl: string, db: Kysely<unknown>): Promise<void> {
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
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  await sql`grant usage on schema pgboss to footnote_worker`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema pgboss to footnote_worker`.execute(
    db,
  )
  await sql`grant usage on all sequences in schema pgboss to footnote_worker`.execute(db)
  await sql`grant execute on all functions in schema pgboss to footnote_worker`.execute(db)
}

export type QueueOptions = {
  databaseUrl: string
  /** A worker also looks after the queue: dead workers' jobs, expiry, old jobs. */
  supervise: boolean
  onError: (error: Error) => void
}

export async function openQueue(options: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    // What the queue itself writes need not reach the disk at once: a job whose start or end was lost
    // with the server is run again, and jobs are queued in the transactions that need them.
    options: '-c role=footnote_worker -c synchronous_commit=off',
    application_name: 'footnote_queue',
    max: options.supervise ? 4 : 2,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: options.supervise,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    useListenNotify: true,
  })
  boss.on('error', options.onError)
  return boss.start()
}

/** Queues a job in the transaction that needs it: both happen or neither does. */
export async function enqueue<Name extends QueueName>(
  queue: Queue,
  tx: TenantTransaction,
  name: Name,
  job: Jobs[Name],
  key: string,
  { delaySeconds = 0 }: { delaySeconds?: number } = {},
): Promise<void> {
  await queue.send(name, job, {
    db: fromKysely(tx),
    singletonKey: key,
    startAfter: delaySeconds,
  })
}
