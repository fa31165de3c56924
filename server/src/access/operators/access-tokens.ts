import type { Role } from '@footnote/contract/role'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Db } from '../../platform/database/db.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { withWorkspace } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import { computeFingerprint } from '../../platform/secret-fingerprints.ts'
import { createKey, isKey } from '../clients/key-format.ts'
import type { KeyMaking } from '../clients/keys.ts'
import type { Peppers } from '../digest.ts'
import { digestKey, digestsUnder } from '../digest.ts'
import type { Identity } from './operator.ts'

export type AccessToken = Omit<
  Selectable<Database['access_tokens']>,
  'workspace_id' | 'token_digest' | 'pepper_fingerprint'
>

export type NewAccessToken = {
  personId: string | null
  name: string
  role: Role
  expiresInDays: number
}

const COLUMNS = [
  'id',
  'person_id',
  'name',
  'role',
  'hint',
  'created_at',
  'expires_at',
  'last_used_at',
] as const

export async function createAccessToken(
  tx: TenantTransaction,
  workspaceId: string,
  { pepper, cell }: KeyMaking,
  { personId, name, role, expiresInDays }: NewAccessToken,
): Promise<AccessToken & { token: string }> {
  const token = createKey('fnt', cell)
  const created = await tx
    .insertInto('access_tokens')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      person_id: personId,
      name,
      role,
      token_digest: digestKey(pepper, token),
      pepper_fingerprint: computeFingerprint('KEY_PEPPER', pepper),
      hint: token.slice(-4),
      expires_at: sql<Date>`now() + make_interval(days => ${expiresInDays})`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return { ...created, token }
}

/** Those in use; only those of one person when one is given. */
export function listAccessTokens(
  tx: TenantTransaction,
  personId: string | undefined,
): Promise<AccessToken[]> {
  const query = tx
    .selectFrom('access_tokens')
    .select(COLUMNS)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
  return (personId === undefined ? query : query.where('person_id', '=', personId)).execute()
}

/** False when there is no such token, or it is not that person's. */
export async function revokeAccessToken(
  tx: TenantTransaction,
  id: string,
  personId: string | undefined,
): Promise<boolean> {
  const query = tx.deleteFrom('access_tokens').where('id', '=', id)
  const { numDeletedRows } = await (
    personId === undefined ? query : query.where('person_id', '=', personId)
  ).executeTakeFirst()
  return numDeletedRows === 1n
}

type TokenRow = {
  id: string
  workspace_id: string
  role: Role
  is_idle: boolean
  is_under_current: boolean
  person_id: string | null
  email: string | null
  name: string | null
  owns_installation: boolean | null
}

/** null: not a token of ours, unknown, revoked or expired. */
export async function identifyByToken(
  db: Db,
  peppers: Peppers,
  token: string,
): Promise<Extract<Identity, { via: 'access_token' }> | null> {
  if (!isKey('fnt', token)) return null
  for (const digest of digestsUnder(peppers, token)) {
    const row = await findToken(db, digest, digestKey(peppers.current, token))
    if (!row) continue
    if (row.is_idle || !row.is_under_current) await noteUse(db, peppers.current, row, token)
    return {
      via: 'access_token',
      bounds: { id: row.id, workspaceId: row.workspace_id, role: row.role },
      person:
        row.person_id === null
          ? null
          : {
              id: row.person_id,
              email: row.email ?? '',
              name: row.name ?? '',
              ownsInstallation: row.owns_installation ?? false,
            },
    }
  }
  return null
}

/** Row security reveals a token only to a caller that presents its digest. */
const findToken = (db: Db, digest: Buffer, current: Buffer): Promise<TokenRow | undefined> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('footnote.key_digest', ${digest.toString('hex')}, true)`.execute(tx)
    // Fails for the token of a workspace that another cell serves.
    await sql`
      select enter_tenant(workspace_id::text, '') from access_tokens
      where token_digest = ${digest}`.execute(tx)
    const { rows } = await sql<TokenRow>`
      select t.id, t.workspace_id, t.role, t.person_id, p.email, p.name, p.owns_installation,
             coalesce(t.last_used_at < now() - interval '1 hour', true) as is_idle,
             t.token_digest = ${current} as is_under_current
      from access_tokens t left join accounts.people p on p.id = t.person_id
      where t.token_digest = ${digest} and t.expires_at > now()`.execute(tx)
    return rows[0]
  })

/** Once an hour. As with keys, the token is stored under the current pepper once a rotation began. */
const noteUse = (db: Db, pepper: string, { id, workspace_id }: TokenRow, token: string) => {
  const fingerprint = computeFingerprint('KEY_PEPPER', pepper)
  return withWorkspace(db, workspace_id, async (tx) => {
    await sql`update access_tokens set last_used_at = now() where id = ${id}`.execute(tx)
    await sql`
      update access_tokens
      set token_digest = ${digestKey(pepper, token)}, pepper_fingerprint = ${fingerprint}
      where id = ${id} and pepper_fingerprint <> ${fingerprint}
        and exists (select from secret_fingerprints
                    where name = 'KEY_PEPPER' and fingerprint = ${fingerprint})`.execute(tx)
  })
}
