import type { MailingSettings } from '../digests/mail-digest.ts'
import { digestMail, getMessageId } from '../digests/mail-digest.ts'
import type { DigestContent } from '../digests/read-digest.ts'
import { readDigest } from '../digests/read-digest.ts'
import type { Subscriber } from '../digests/subscriptions.ts'
import { listDue, setNextDue, takeDue, unsubscribe } from '../digests/subscriptions.ts'
import type { Db } from '../platform/database/db.ts'
import { withWorkspace } from '../platform/database/tenant.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import { repeat } from './repeat.ts'

const INTERVAL_MS = 60_000
/** Each wait is twice the one before: the last attempt comes after 10 hours. */
const FIRST_RETRY_MINUTES = 10
const MAX_RETRIES = 6

export type DigestDeps = {
  db: Db
  mail: Mail | null
  publicUrl: string | null
  pepper: string
  log: Log
  stopSignal: AbortSignal
}

/** Mails the digests that are due. Several workers may do so at the same time. */
export function startDigests(deps: DigestDeps): void {
  const failed = 'digests were not sent and will be'
  repeat(deps, { pauseMs: INTERVAL_MS, failed }, () => sendDueDigests(deps))
}

export async function sendDueDigests(deps: DigestDeps): Promise<void> {
  const { db, mail, publicUrl, pepper, log, stopSignal } = deps
  // Without them nobody can subscribe; where they were taken away, digests wait until they are back.
  if (!mail || publicUrl === null) return
  // Everybody in a workspace gets the same.
  let last: DigestContent | undefined
  for (const subscriber of await listDue(db)) {
    if (stopSignal.aborted) return
    if (last?.workspaceId !== subscriber.workspaceId) {
      last = await readDigest(db, subscriber.workspaceId)
    }
    await sendOne({ db, mail, log }, subscriber, last, { publicUrl, pepper })
  }
}

/**
 * In one transaction that locks the subscription, sends the mail and says so. A worker that dies before
 * the mail server has the message sends it again; others leave it alone meanwhile.
 */
async function sendOne(
  { db, mail, log }: { db: Db; mail: Mail; log: Log },
  subscriber: Subscriber,
  content: DigestContent,
  settings: MailingSettings,
): Promise<void> {
  const { workspaceId, personId } = subscriber
  await withWorkspace(db, workspaceId, async (tx) => {
    const taken = await takeDue(tx, personId)
    if (!taken) return
    if (!taken.isOpen) {
      await unsubscribe(tx, personId)
      return
    }
    const message = digestMail(content, subscriber, taken.email, settings)
    const messageId = getMessageId(content, subscriber, settings.publicUrl)
    try {
      await mail.send({ ...message, messageId })
      await setNextDue(tx, personId, null)
    } catch (error) {
      log.warn({ ...errorFields(error), workspace_id: workspaceId }, 'a digest was not mailed')
      const { attempts } = taken
      const retry = attempts < MAX_RETRIES ? FIRST_RETRY_MINUTES * 2 ** attempts : null
      await setNextDue(tx, personId, retry)
    }
  })
}
