import { sql } from 'kysely'
import type { Job, JobResult } from 'pg-boss'
import type { Db } from '../platform/database/db.ts'
import type { Jobs, Queue, QueueName, Traceable } from '../platform/queue.ts'
import type { Span, Tracing } from '../platform/tracing/span.ts'
import { NO_TRACING, recorded } from '../platform/tracing/span.ts'
import type { DueWork } from './look-for-work.ts'

/** Slots are woken and hardly look by themselves: each look is a statement, and there are dozens of slots. */
const ASLEEP = { pollingIntervalSeconds: 600, notifyPollingIntervalSeconds: 600 } as const

type Together<Name extends QueueName> = {
  slots: number
  /** Taken from the queue at once by a slot. */
  batchSize: number
  /** Jobs of a lower priority are left to other slots. */
  minPriority?: number
  run: (jobs: Job<Jobs[Name]>[]) => Promise<JobResult[]>
}

export type Slots = {
  /** So many jobs of a queue run at once in this process. */
  start<Name extends QueueName>(
    name: Name,
    slots: number,
    run: (job: Job<Jobs[Name]>) => Promise<void>,
  ): Promise<void>
  /** Each job of a batch has a result of its own. */
  startTogether<Name extends QueueName>(name: Name, together: Together<Name>): Promise<void>
  /** The queues that have slots here. */
  queues(): QueueName[]
  wake(name: QueueName): void
}

/** What takes jobs from the queue. A notification wakes every slot of its queue at once. */
export function createSlots(queue: Queue, tracing: Tracing = NO_TRACING): Slots {
  const idsByQueue = new Map<QueueName, string[]>()

  /** Where there was one job there may be another, so a slot looks again when it has run one. */
  async function add(
    name: QueueName,
    slots: number,
    start: (lookAgain: () => void) => Promise<string>,
  ): Promise<void> {
    for (let slot = 0; slot < slots; slot += 1) {
      const id: string = await start(() => queue.notifyWorker(id))
      idsByQueue.set(name, [...(idsByQueue.get(name) ?? []), id])
    }
  }

  return {
    start: <Name extends QueueName>(
      name: Name,
      slots: number,
      run: (job: Job<Jobs[Name]>) => Promise<void>,
    ) =>
      add(name, slots, (lookAgain) =>
        queue.work<Jobs[Name]>(name, { ...ASLEEP, batchSize: 1 }, async ([job]) => {
          lookAgain()
          if (job) await recorded(beginJobs(tracing, name, [job]), () => run(job))
        }),
      ),
    startTogether: <Name extends QueueName>(name: Name, { slots, run, ...which }: Together<Name>) =>
      add(name, slots, (lookAgain) =>
        queue.work(
          name,
          { ...ASLEEP, ...which, perJobResults: true },
          async (jobs: Job<Jobs[Name]>[]) => {
            lookAgain()
            return recorded(beginJobs(tracing, name, jobs), () => run(jobs))
          },
        ),
      ),
    queues: () => [...idsByQueue.keys()],
    wake(name) {
      for (const id of idsByQueue.get(name) ?? []) queue.notifyWorker(id)
    },
  }
}

/** Continues the trace in which the jobs were queued, where that is one. */
function beginJobs<Name extends QueueName>(
  tracing: Tracing,
  name: Name,
  jobs: readonly Job<Jobs[Name] & Traceable>[],
): Span | undefined {
  return tracing.begin(`job ${name}`, {
    kind: 'consumer',
    attributes: {
      'footnote.knowledge_base_id': idIn(jobs[0]?.data),
      'messaging.destination.name': name,
      'messaging.batch.message_count': jobs.length,
    },
    causes: jobs.flatMap(({ data }) => data.traceparent ?? []),
  })
}

const idIn = (data: object = {}): string | undefined =>
  'knowledgeBaseId' in data ? String(data.knowledgeBaseId) : undefined

/** Once for all slots, instead of once for each. */
export function dueJobs(deps: WakingDeps): DueWork {
  return {
    isDue: sql`exists (
      select from pgboss.job where name = any(${deps.slots.queues()}::text[]) and ${IS_DUE})`,
    run: () => wakeDue(deps),
    failed: 'slots were not woken for due jobs and will be',
  }
}

export type WakingDeps = { db: Db; slots: Slots }

const IS_DUE = sql`state < 'active' and not blocked and start_after <= now()`

/** Wakes the slots of each queue that has a job to run now. */
export async function wakeDue({ db, slots }: WakingDeps): Promise<void> {
  const { rows } = await sql<{ name: QueueName }>`
    select queue.name from unnest(${slots.queues()}::text[]) as queue (name)
    where exists (select from pgboss.job where job.name = queue.name and ${IS_DUE})`.execute(db)
  for (const { name } of rows) slots.wake(name)
}
