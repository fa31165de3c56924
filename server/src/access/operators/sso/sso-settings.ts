import type { SsoBody } from '@footnote/contract/accounts/sso'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import { withWorkspace } from '../../../platform/database/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'

export type Sso = {
  workspace_id: string
  issuer: string
  client_id: string
  client_secret: Buffer | null
  enforced: boolean
  default_role: 'viewer' | 'editor' | 'admin'
  domains: string[]
}

/** Binds a secret to the issuer that it was given for. */
export const ssoSecretContext = ({
  workspace_id,
  issuer,
  client_id,
}: Pick<Sso, 'workspace_id' | 'issuer' | 'client_id'>): string[] => [
  'sso',
  workspace_id,
  issuer,
  client_id,
]

export async function readSso(tx: TenantTransaction): Promise<Sso | null> {
  const { rows } = await sql<Sso>`
    select s.workspace_id, s.issuer, s.client_id, s.client_secret, s.enforced, s.default_role,
           array(select d.domain from accounts.sso_domains d
                 where d.workspace_id = s.workspace_id order by d.domain) as domains
    from sso_settings s join workspaces w on w.id = s.workspace_id
    where w.deleting_at is null`.execute(tx)
  return rows[0] ?? null
}

/** That of the workspace to which the domain of an address belongs. */
export async function findSso(db: Db, email: string): Promise<Sso | null> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from accounts.sso_domains where domain = ${getDomain(email)}`.execute(db)
  const [found] = rows
  return found ? withWorkspace(db, found.workspace_id, readSso) : null
}

/** Whether any domain has one. It does not say which. */
export async function hasSso(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from accounts.sso_domains limit 1`.execute(db)
  return rows.length > 0
}

export const getDomain = (email: string): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export const useSso = () =>
  new Refusal('FORBIDDEN', { message: 'People with this address use single sign-on.' })

export async function saveSso(
  tx: TenantTransaction,
  secrets: SecretBox,
  workspace_id: string,
  { before, body }: { before: Sso | null; body: SsoBody },
): Promise<void> {
  const { issuer, client_id, enforced, default_role, domains, client_secret } = body
  const isSame = before?.issuer === issuer && before.client_id === client_id
  const kept = isSame ? before.client_secret : null
  const secret =
    client_secret === undefined
      ? kept
      : secrets.seal(client_secret, ssoSecretContext({ workspace_id, issuer, client_id }))
  await sql`
    insert into sso_settings (workspace_id, issuer, client_id, client_secret, enforced, default_role)
    values (${workspace_id}, ${issuer}, ${client_id}, ${secret}, ${enforced}, ${default_role})
    on conflict (workspace_id) do update
      set issuer = excluded.issuer, client_id = excluded.client_id,
          client_secret = excluded.client_secret, enforced = excluded.enforced,
          default_role = excluded.default_role, updated_at = now()`.execute(tx)
  await sql`
    delete from accounts.sso_domains
    where workspace_id = ${workspace_id} and domain <> all(${domains}::text[])`.execute(tx)
  await sql`
    insert into accounts.sso_domains (domain, workspace_id)
    select domain, ${workspace_id}::uuid from unnest(${domains}::text[]) as domain
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ domain: string }>`
    select domain from accounts.sso_domains where workspace_id = ${workspace_id}`.execute(tx)
  if (rows.length !== new Set(domains).size) {
    throw new Refusal('CONFLICT', { message: 'A domain belongs to another workspace.' })
  }
}

export async function deleteSso(tx: TenantTransaction, workspaceId: string): Promise<void> {
  await sql`delete from sso_settings where workspace_id = ${workspaceId}`.execute(tx)
}
