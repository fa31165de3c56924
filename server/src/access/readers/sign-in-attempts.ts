import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { Peppers } from '../digest.ts'
import { digestKey, digestsUnder } from '../digest.ts'

export type AttemptDeps = { db: Db; peppers: Peppers; secrets: SecretBox }

/** Time for a reader to find the message. */
const MINUTES = 10
const TOKEN_BYTES = 32

const buildContext = ({ knowledgeBaseId }: Tenant): string[] => ['sign-in-attempt', knowledgeBaseId]

/** Stores a pending sign-in and returns the single-use token that continues it. */
export async function beginAttempt(
  { db, peppers, secrets }: AttemptDeps,
  tenant: Tenant,
  interactionId: string,
  remembered: object,
  token: string = randomBytes(TOKEN_BYTES).toString('base64url'),
): Promise<string> {
  const sealed = secrets.seal(JSON.stringify(remembered), buildContext(tenant))
  await withTenant(db, tenant, (tx) =>
    sql`insert into sign_in_attempts
          (knowledge_base_id, token_digest, interaction_digest, sealed, expires_at)
        values (${tenant.knowledgeBaseId}, ${digestKey(peppers.current, token)},
                ${digestKey(peppers.current, interactionId)}, ${sealed},
                now() + make_interval(mins => ${MINUTES}))`.execute(tx),
  )
  return token
}

/** What was stored: once, in time, and only for the same browser. */
export async function endAttempt(
  { db, peppers, secrets }: AttemptDeps,
  tenant: Tenant,
  interactionId: string,
  token: string,
): Promise<unknown> {
  const { rows } = await withTenant(db, tenant, (tx) =>
    sql<{ sealed: Buffer }>`
      delete from sign_in_attempts
      where token_digest = any(${digestsUnder(peppers, token)})
        and interaction_digest = any(${digestsUnder(peppers, interactionId)})
        and expires_at > now()
      returning sealed`.execute(tx),
  )
  const [row] = rows
  return row ? JSON.parse(secrets.open(row.sealed, buildContext(tenant))) : null
}

/** For every tenant: a policy lets the worker role delete what has expired. */
export async function forgetOldSignIns(workerDb: Db): Promise<void> {
  await sql`delete from sign_in_attempts`.execute(workerDb)
  await sql`delete from oauth_artifacts`.execute(workerDb)
  await sql`delete from sign_in_mail_counts`.execute(workerDb)
}
