import type { FastifyRequest } from 'fastify'
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
): Promise<void> {
  await withWorkspace(db, INSTALLATION, (tx) =>
    recordAudit(tx, {
      workspaceId: INSTALLATION,
      actor: person.email,
      actorId: person.id,
      action: request.routeOptions.config.route?.audit ?? '',
      subjectId,
      address: request.ip,
      requestId: request.id,
    }),
  )
  request.isAudited = true
}
