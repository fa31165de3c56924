import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Tenant } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { digestKey } from '../digest.ts'

export type AttemptDeps = { db: Db; pepper: string; secrets: SecretBox }

/** As long as somebody needs to find a message. */
const MINUTES = 10
const TOKEN_BYTES = 32

const contextOf = ({ knowledgeBaseId }: Tenant): string[] => ['sign-in-attempt', knowledgeBaseId]

/** Remembers a sign-in under way, and returns the token that goes on with it, once. */
export async function beginAttempt(
  { db, pepper, secrets }: AttemptDeps,
  tenant: Tenant,
  interactionId: string,
  remembered: object,
  token: string = randomBytes(TOKEN_BYTES).toString('base64url'),
): Promise<string> {
  const sealed = secrets.seal(JSON.stringify(remembered), contextOf(tenant))
  await withTenant(db, tenant, (tx) =>
    sql`insert into sign_in_attempts
          (knowledge_base_id, token_digest, interaction_digest, sealed, expires_at)
        values (${tenant.knowledgeBaseId}, ${digestKey(pepper, token)},
                ${digestKey(pepper, interactionId)}, ${sealed},
                now() + make_interval(mins => ${MINUTES}))`.execute(tx),
  )
  return token
}

/** What was remembered, for the same browser, in time, and for the first to ask. */
export async function endAttempt(
  { db, pepper, secrets }: AttemptDeps,
  tenant: Tenant,
  interactionId: string,
  token: string,
): Promise<unknown> {
  const { rows } = await withTenant(db, tenant, (tx) =>
    sql<{ sealed: Buffer }>`
      delete from sign_in_attempts
      where token_digest = ${digestKey(pepper, token)}
        and interaction_digest = ${digestKey(pepper, interactionId)}
        and expires_at > now()
      returning sealed`.execute(tx),
  )
  const [row] = rows
  return row ? JSON.parse(secrets.open(row.sealed, contextOf(tenant))) : null
}

/** Those of every tenant: a policy lets the worker role delete what is over. */
export async function forgetOldSignIns(workerDb: Db): Promise<void> {
  await sql`delete from sign_in_attempts`.execute(workerDb)
  await sql`delete from oauth_artifacts`.execute(workerDb)
}
