import type { FastifyRequest } from 'fastify'
import type { SignInOutcome } from '../../access/operators/auth-request.ts'
import type { Person } from '../../access/operators/operator.ts'
import type { Db } from '../../platform/database/db.ts'
import { withWorkspace } from '../../platform/database/tenant.ts'
import { INSTALLATION, recordAudit } from '../../workspaces/audit.ts'

/** Records what somebody did to their own account. better-auth has committed it by now. */
export async function recordInstallationEvent(
  db: Db,
  request: FastifyRequest,
  person: Person,
  subjectId: string,
  action = request.routeOptions.config.route?.audit ?? '',
): Promise<void> {
  await withWorkspace(db, INSTALLATION, (tx) =>
    recordAudit(tx, {
      workspaceId: INSTALLATION,
      actor: person.email,
      actorId: person.id,
      action,
      subjectId,
      address: request.ip,
      requestId: request.id,
    }),
  )
  request.isAudited = true
}

/** How somebody tried to sign in and was not let in. */
export type FailedWay = 'password' | 'code' | 'link' | 'passkey' | 'single sign-on'

/**
 * Records an attempt that failed, under the address that was given, whether anybody has it or not. Only
 * who owns the installation reads this log.
 */
export async function recordFailedSignIn(
  db: Db,
  request: FastifyRequest,
  way: FailedWay,
  email = 'unknown',
): Promise<void> {
  await withWorkspace(db, INSTALLATION, (tx) =>
    recordAudit(tx, {
      workspaceId: INSTALLATION,
      actor: email.toLowerCase(),
      action: 'session.sign_in_failed',
      subjectId: null,
      address: request.ip,
      requestId: request.id,
      changes: [{ field: 'way', to: way }],
    }),
  )
}

/** With the second factor to come nobody is signed in yet, and there is nothing to record. */
export async function recordSignIn(
  db: Db,
  request: FastifyRequest,
  { person }: SignInOutcome,
): Promise<void> {
  if (person) await recordInstallationEvent(db, request, person, person.id)
  else request.isAudited = true
}
