import { sql } from 'kysely'
import { answerConversation } from '../channels/answer-questions.ts'
import { queueDueConversations } from '../channels/channel-events.ts'
import type { ChannelAnsweringDeps } from '../channels/find-answer.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { errorFields } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Queue } from '../platform/queue.ts'
import type { DueWork } from './look-for-work.ts'
import type { Slots } from './slots.ts'

/** Conversations at once. They wait for a model and for the product, so that more cost little. */
const AT_ONCE = 8
/** The most for one job: then other conversations are served, and a stopping worker waits no longer. */
const SLICE_MS = 60_000

export type ChannelWorkerDeps = ChannelAnsweringDeps & {
  queue: Queue
  slots: Slots
  metrics: Metrics
}

export async function startAnsweringInChannels(worker: ChannelWorkerDeps): Promise<void> {
  // People ask here, so that they are counted, unlike the questions of evaluations.
  const deps = { ...worker, readers: { ...worker.readers, metrics: worker.metrics } }
  await deps.slots.start('answer-in-channel', AT_ONCE, async (job) => {
    const endMs = performance.now() + SLICE_MS
    const isTimeUp = () =>
      job.signal.aborted || deps.stopSignal.aborted || performance.now() > endMs
    try {
      await answerConversation(deps, job.data, isTimeUp)
    } catch (error) {
      const about = { job: job.name, channel_id: job.data.channelId }
      deps.log.warn(
        { ...about, ...errorFields(error) },
        'a conversation stopped and will be resumed',
      )
      throw error
    }
  })
}

/** Queues a job for each conversation with a question that waits, whatever happened to the job it had. */
export const dueQuestions = ({ db, queue }: Pick<ChannelWorkerDeps, 'db' | 'queue'>): DueWork => ({
  isDue: sql`exists (select from channel_questions_due())`,
  run: () => queueDueConversations(db, queue, (tenant, work) => withTenant(db, tenant, work)),
  failed: 'questions in channels were not queued and will be',
})
