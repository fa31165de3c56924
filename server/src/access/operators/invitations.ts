import { INVITATION_DAYS } from '@footnote/contract/accounts/invitations'
import { isId } from '@footnote/contract/id'
import type { Role } from '@footnote/contract/role'
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Db } from '../../platform/database/db.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { withWorkspace } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import type { Peppers } from '../digest.ts'
import { digestKey, digestsUnder, pepperList, sameSecret } from '../digest.ts'

export type Invitation = Omit<Selectable<Database['invitations']>, 'workspace_id' | 'token_digest'>

const TOKEN_BYTES = 32
const COLUMNS = ['id', 'email', 'role', 'invited_by', 'created_at', 'expires_at'] as const

/** One per address: inviting somebody again replaces the link. The token begins with its workspace. */
export async function createInvitation(
  tx: TenantTransaction,
  workspaceId: string,
  pepper: string,
  { email, role, invitedBy }: { email: string; role: Role; invitedBy: string },
): Promise<Invitation & { token: string }> {
  const token = `${workspaceId}.${randomBytes(TOKEN_BYTES).toString('base64url')}`
  const address = email.toLowerCase()
  await tx.deleteFrom('invitations').where('email', '=', address).execute()
  const created = await tx
    .insertInto('invitations')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      email: address,
      role,
      invited_by: invitedBy,
      token_digest: digestKey(pepper, token),
      expires_at: sql<Date>`now() + make_interval(days => ${INVITATION_DAYS})`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return { ...created, token }
}

/** Ends a link that was mailed and shown to nobody: who has it reads the mail of that address. */
export const mailedToken = (pepper: string, token: string): string =>
  `${token}~${digestKey(pepper, `mailed ${token}`).toString('base64url')}`

/** The token alone, and whether it came from the mail. */
export function readMailedToken(
  peppers: Peppers,
  sent: string,
): { token: string; isMailed: boolean } {
  const [token = '', proof = ''] = sent.split('~', 2)
  const isMailed = pepperList(peppers).some((pepper) =>
    sameSecret(mailedToken(pepper, token), `${token}~${proof}`),
  )
  return { token, isMailed }
}

export const listInvitations = (tx: TenantTransaction): Promise<Invitation[]> =>
  tx
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute()

export async function revokeInvitation(tx: TenantTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export type FoundInvitation = Invitation & { workspaceId: string; hasAccount: boolean }

/** null: unknown, withdrawn, accepted or expired. */
export async function findInvitation(
  db: Db,
  peppers: Peppers,
  token: string,
): Promise<FoundInvitation | null> {
  const [workspaceId = ''] = token.split('.', 1)
  if (!isId(workspaceId)) return null
  return withWorkspace(db, workspaceId, async (tx) => {
    const { rows } = await sql<Invitation & { hasAccount: boolean }>`
      select i.id, i.email, i.role, i.invited_by, i.created_at, i.expires_at,
             exists (select from accounts.people p where p.email = i.email) as "hasAccount"
      from invitations i join workspaces w on w.id = i.workspace_id
      where i.token_digest = any(${digestsUnder(peppers, token)}) and i.expires_at > now()
        and w.deleting_at is null`.execute(tx)
    return rows[0] ? { ...rows[0], workspaceId } : null
  })
}
