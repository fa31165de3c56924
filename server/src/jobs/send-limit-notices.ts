import { sql } from 'kysely'
import { listMembers } from '../access/operators/members.ts'
import type { Db } from '../platform/database/db.ts'
import { publishEvent } from '../events/publish-event.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { withWorkspace } from '../platform/database/tenant.ts'
import type { Log } from '../platform/log.ts'
import { errorFields } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import { describeNotice } from '../workspaces/describe-notice.ts'
import type { LimitNotice } from '../workspaces/limit-notices.ts'
import { takeNotices, workspacesWithNotices } from '../workspaces/limit-notices.ts'
import type { DueWork } from './look-for-work.ts'

/** Where a workspace cannot be told. */
const PAUSE_MS = 5_000

export type LimitNoticeDeps = {
  db: Db
  /** null: nobody is told by mail. */
  mail: Mail | null
  publicUrl: string | null
  log: Log
  stopSignal: AbortSignal
}

/** Tells operators which limits are reached. Several workers may do so at the same time. */
export function dueLimitNotices(deps: LimitNoticeDeps): DueWork {
  return {
    isDue: sql`exists (select from workspaces_to_tell())`,
    run: () => sendAllLimitNotices(deps),
    pauseMs: PAUSE_MS,
    failed: 'operators were not told of a limit and will be',
  }
}

export async function sendAllLimitNotices(deps: LimitNoticeDeps): Promise<void> {
  for (const workspaceId of await workspacesWithNotices(deps.db))
    await sendLimitNotices(deps, workspaceId)
}

async function sendLimitNotices(
  { db, mail, publicUrl, log }: LimitNoticeDeps,
  workspaceId: string,
): Promise<void> {
  const { notices, recipients } = await withWorkspace(db, workspaceId, async (tx) => {
    const taken = await takeNotices(tx)
    for (const notice of taken) await publishNotice(tx, workspaceId, notice)
    const members = await listMembers(tx)
    return {
      notices: taken,
      recipients: members.filter(({ role }) => role === 'owner' || role === 'admin'),
    }
  })
  for (const notice of notices) {
    const { kind, period, percent } = notice
    log.info({ workspace_id: workspaceId, kind, period, percent }, 'a limit was reached')
    if (!mail) continue
    const message = describeNotice(notice, publicUrl)
    for (const { email } of recipients) {
      await mail.send({ to: email, ...message }).catch((error: unknown) => {
        log.warn({ ...errorFields(error), workspace_id: workspaceId }, 'a notice was not mailed')
      })
    }
  }
}

function publishNotice(
  tx: TenantTransaction,
  workspaceId: string,
  { kind, period, percent, limit, currency }: LimitNotice,
): Promise<void> {
  if (kind === 'allowance') {
    const data = { percent, month: period, monthly_question_allowance: limit }
    return publishEvent(tx, { workspaceId, type: 'allowance.reached', data })
  }
  const data = { percent, day: period, daily_cost_cap: limit, currency }
  return publishEvent(tx, { workspaceId, type: 'cost_cap.reached', data })
}
