import { sql } from 'kysely'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import type { SecretBox } from '../platform/secret-box.ts'

/** The secrets that another product made for the webhook of a source. */
export const HOOK_SECRET_KINDS = ['hook_secret', 'hook_token'] as const
type Kind = (typeof HOOK_SECRET_KINDS)[number]

type Place = { knowledgeBaseId: string; sourceId: string }

export const hookSecretContext = (kind: Kind, { knowledgeBaseId, sourceId }: Place): string[] => [
  kind === 'hook_secret' ? 'source hook secret' : 'source hook token',
  knowledgeBaseId,
  sourceId,
]

export type StoredHookSecrets = {
  id: string
  hook_secret: Buffer | null
  hook_secret_since: Date | null
  hook_token: Buffer | null
}

/** Of one source, or of all that have one. */
export async function storedHookSecrets(
  tx: TenantTransaction,
  sourceId: string | null = null,
): Promise<StoredHookSecrets[]> {
  const { rows } = await sql<StoredHookSecrets>`
    select id, hook_secret, hook_secret_since, hook_token from sources
    where (${sourceId}::uuid is null or id = ${sourceId}::uuid)
      and coalesce(hook_secret, hook_token) is not null order by id`.execute(tx)
  return rows
}

export type HookSecretsOfProduct = {
  /** What its calls are signed with. */
  secret: string | null
  since: Date | null
  /** What it sent and nobody has confirmed yet. */
  token: string | null
}

export async function openHookSecrets(
  tx: TenantTransaction,
  secrets: SecretBox | null,
  place: Place,
): Promise<HookSecretsOfProduct> {
  const [stored] = await storedHookSecrets(tx, place.sourceId)
  const open = (kind: Kind): string | null => {
    const sealed = stored?.[kind]
    return sealed && secrets ? secrets.open(sealed, hookSecretContext(kind, place)) : null
  }
  const since = stored?.hook_secret_since ?? null
  return { secret: open('hook_secret'), since, token: open('hook_token') }
}

/** Calls are checked with it from the commit on; null: with none. What waited to be confirmed goes. */
export async function setHookSecret(
  tx: TenantTransaction,
  place: Place,
  secret: { box: SecretBox; text: string } | null,
): Promise<void> {
  const sealed = secret && secret.box.seal(secret.text, hookSecretContext('hook_secret', place))
  await sql`
    update sources set hook_secret = ${sealed}, hook_token = null,
           hook_secret_since = case when ${sealed}::bytea is not null then now() end
    where id = ${place.sourceId}`.execute(tx)
}

/** Keeps what a product sent for somebody to confirm. Does nothing while its calls are checked already. */
export async function keepHookToken(
  tx: TenantTransaction,
  secrets: SecretBox,
  { knowledgeBaseId }: Pick<Tenant, 'knowledgeBaseId'>,
  { sourceId, token }: { sourceId: string; token: string },
): Promise<void> {
  const sealed = secrets.seal(token, hookSecretContext('hook_token', { knowledgeBaseId, sourceId }))
  await sql`
    update sources set hook_token = ${sealed}
    where id = ${sourceId} and hook_secret is null`.execute(tx)
}

export const replaceHookSecret = (
  tx: TenantTransaction,
  { id, kind, sealed }: { id: string; kind: Kind; sealed: Buffer },
  resealed: Buffer,
) => {
  const column = sql.ref(kind)
  return sql`update sources set ${column} = ${resealed}
             where id = ${id} and ${column} = ${sealed}`.execute(tx)
}
