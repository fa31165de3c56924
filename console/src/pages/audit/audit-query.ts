import type { AuditInput } from '../../api/workspace-queries.ts'
import { startOfDay } from '../../ui/start-of-day.ts'
import { t } from './texts.ts'

/** As the address has them. Days are those of whoever looks. */
export type AuditFilter = {
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What the admin token is called in the log. */
const OPERATOR = 'operator'

export function toQuery({ actor, action, target, from, to }: AuditFilter): AuditInput {
  return {
    actor: actor === t.audit.adminToken ? OPERATOR : actor,
    action,
    target,
    from: from === undefined ? undefined : startOfDay(from),
    // Up to and with the day that was chosen.
    to: to === undefined ? undefined : startOfDay(to, 1),
  }
}

export const actorName = (actor: string): string =>
  actor === OPERATOR ? t.audit.adminToken : actor
