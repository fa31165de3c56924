import { sql } from 'kysely'
import type { SecretBox } from '../../platform/secret-box.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'

export type SignInChange = {
  allowedEmailDomains: readonly string[]
  allowedGroupIds: readonly string[]
  oidc: {
    issuer: string
    clientId: string
    clientSecret: string | undefined
    /** null: the provider names no groups. */
    groupsClaim?: string | null
  } | null
}

export type StoredSignIn = {
  allowed_email_domains: string[]
  allowed_group_ids: string[]
  oidc_issuer: string | null
  oidc_client_id: string | null
  oidc_client_secret: Buffer | null
  groups_claim: string | null
}

/** Binds a secret to the issuer that it was given for. */
export const oidcSecretContext = (knowledgeBaseId: string, issuer: string, clientId: string) => [
  'sign-in-oidc',
  knowledgeBaseId,
  issuer,
  clientId,
]

export async function readSignIn(tx: TenantTransaction): Promise<StoredSignIn | null> {
  const { rows } = await sql<StoredSignIn>`
    select allowed_email_domains, allowed_group_ids, oidc_issuer, oidc_client_id, oidc_client_secret,
           groups_claim
    from sign_in_settings`.execute(tx)
  return rows[0] ?? null
}

export async function saveSignIn(
  tx: TenantTransaction,
  secrets: SecretBox,
  tenant: Tenant,
  change: SignInChange,
): Promise<void> {
  const { knowledgeBaseId, workspaceId } = tenant
  const { oidc, allowedEmailDomains, allowedGroupIds } = change
  await requireGroups(tx, allowedGroupIds)
  const secret = await secretFor(tx, secrets, knowledgeBaseId, oidc)
  await sql`
    insert into sign_in_settings (knowledge_base_id, workspace_id, allowed_email_domains,
      allowed_group_ids, oidc_issuer, oidc_client_id, oidc_client_secret, groups_claim)
    values (${knowledgeBaseId}, ${workspaceId}, ${allowedEmailDomains}, ${allowedGroupIds}::uuid[],
            ${oidc?.issuer ?? null}, ${oidc?.clientId ?? null}, ${secret}, ${oidc?.groupsClaim ?? null})
    on conflict (knowledge_base_id) do update
      set allowed_email_domains = excluded.allowed_email_domains,
          allowed_group_ids = excluded.allowed_group_ids, oidc_issuer = excluded.oidc_issuer,
          oidc_client_id = excluded.oidc_client_id,
          oidc_client_secret = excluded.oidc_client_secret,
          groups_claim = excluded.groups_claim, updated_at = now()`.execute(tx)
}

async function requireGroups(tx: TenantTransaction, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) return
  const unique = [...new Set(wanted)]
  const found = await tx
    .selectFrom('source_groups')
    .select('id')
    .where('id', 'in', unique)
    .execute()
  if (found.length !== unique.length) throw new Refusal('GROUP_NOT_ALLOWED')
}

async function secretFor(
  tx: TenantTransaction,
  secrets: SecretBox,
  knowledgeBaseId: string,
  oidc: SignInChange['oidc'],
): Promise<Buffer | null> {
  if (!oidc) return null
  const { issuer, clientId, clientSecret } = oidc
  if (clientSecret !== undefined) {
    return secrets.seal(clientSecret, oidcSecretContext(knowledgeBaseId, issuer, clientId))
  }
  const stored = await readSignIn(tx)
  if (stored?.oidc_issuer !== issuer || stored.oidc_client_id !== clientId) return null
  return stored.oidc_client_secret
}
