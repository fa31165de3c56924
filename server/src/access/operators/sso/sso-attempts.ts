import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import type { Peppers } from '../../digest.ts'
import { digestKey, digestsUnder } from '../../digest.ts'

export type SsoAttemptDeps = { db: Db; peppers: Peppers; secrets: SecretBox }

export const SSO_ATTEMPT_SECONDS = 600
const TOKEN_BYTES = 32

const buildContext = (workspaceId: string): string[] => ['sso-attempt', workspaceId]

/** Stores a sign-in that leaves for the provider, and returns what the browser keeps of it. */
export async function beginSsoAttempt(
  { db, peppers, secrets }: SsoAttemptDeps,
  { workspaceId, state, remembered }: { workspaceId: string; state: string; remembered: object },
): Promise<string> {
  const browser = randomBytes(TOKEN_BYTES).toString('base64url')
  const sealed = secrets.seal(JSON.stringify(remembered), buildContext(workspaceId))
  await sql`
    with old as (delete from accounts.sso_attempts where expires_at < now())
    insert into accounts.sso_attempts (state_digest, browser_digest, workspace_id, sealed, expires_at)
    values (${digestKey(peppers.current, state)}, ${digestKey(peppers.current, browser)},
            ${workspaceId}, ${sealed}, now() + make_interval(secs => ${SSO_ATTEMPT_SECONDS}))`.execute(
    db,
  )
  return browser
}

/** What was stored: once, in time, and only for the same browser. */
export async function endSsoAttempt(
  { db, peppers, secrets }: SsoAttemptDeps,
  { state, browser }: { state: string; browser: string },
): Promise<{ workspaceId: string; remembered: unknown } | null> {
  const { rows } = await sql<{ workspace_id: string; sealed: Buffer }>`
    delete from accounts.sso_attempts
    where state_digest = any(${digestsUnder(peppers, state)})
      and browser_digest = any(${digestsUnder(peppers, browser)}) and expires_at > now()
    returning workspace_id, sealed`.execute(db)
  const [row] = rows
  if (!row) return null
  const { workspace_id: workspaceId, sealed } = row
  return { workspaceId, remembered: JSON.parse(secrets.open(sealed, buildContext(workspaceId))) }
}
