import { sql } from 'kysely'
import type { Peppers } from '../access/digest.ts'
import type { Db } from '../platform/database/db.ts'
import { computeFingerprint, recordedFingerprint } from '../platform/secret-fingerprints.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant, withWorkspace } from '../platform/database/tenant.ts'
import { resealArtifact, listArtifacts } from './artifacts.ts'
import { eachKnowledgeBase } from '../knowledge/each-knowledge-base.ts'
import { eachWorkspace } from './each-workspace.ts'
import { countSecondFactors } from './second-factors.ts'
import type { SealedValue } from './sealed-values.ts'
import { settingsSecrets, workspaceSecrets } from './sealed-values.ts'

export type RotationDeps = {
  workerDb: Db
  peppers: Peppers
  /** null: there is no SECRETS_KEY. */
  secrets: SecretBox | null
}

/** What would stop working without the previous values. */
export type SecretsStatus = {
  /** Keys not used since the rotation. */
  keys: { knowledgeBaseId: string; id: string; name: string }[]
  /** Access tokens of the admin API that were not used since. */
  tokens: { workspaceId: string; id: string; name: string }[]
  /** Sources whose webhook was last called with a secret of the previous pepper. */
  webhooks: { knowledgeBaseId: string; id: string; name: string }[]
  /** Sealed secrets and sign-ins that `footnote secrets rotate` has not re-encrypted. */
  sealed: number
}

export async function readSecretsStatus(deps: RotationDeps): Promise<SecretsStatus> {
  const { workerDb, peppers } = deps
  const current = computeFingerprint('KEY_PEPPER', peppers.current)
  const recorded = await recordedFingerprint(workerDb, {
    name: 'KEY_PEPPER',
    current: peppers.current,
  })
  const status: SecretsStatus = { keys: [], tokens: [], webhooks: [], sealed: 0 }
  for await (const tenant of eachKnowledgeBase(workerDb)) {
    const { knowledgeBaseId } = tenant
    await withTenant(workerDb, tenant, async (tx) => {
      const keys = await listKeysWithOtherPepper(tx, current, recorded)
      const hooks = await listHooksWithOtherPepper(tx, current)
      status.keys.push(...keys.map((key) => ({ knowledgeBaseId, ...key })))
      status.webhooks.push(...hooks.map((hook) => ({ knowledgeBaseId, ...hook })))
      status.sealed += await countSealedUnderPrevious(tx, tenant, deps)
    })
  }
  for await (const workspaceId of eachWorkspace(workerDb)) {
    await withWorkspace(workerDb, workspaceId, async (tx) => {
      const tokens = await listTokensWithOtherPepper(tx, current)
      status.tokens.push(...tokens.map((token) => ({ workspaceId, ...token })))
      status.sealed += countDue(await workspaceSecrets(tx), deps)
    })
  }
  status.sealed += await countSecondFactors(workerDb, peppers)
  return status
}

type Named = { id: string; name: string }

const listKeysWithOtherPepper = async (tx: TenantTransaction, current: Buffer, recorded: Buffer) =>
  (
    await sql<Named>`
      select id, name from client_keys
      where revoked_at is null and coalesce(pepper_fingerprint, ${recorded}) <> ${current}
      order by id`.execute(tx)
  ).rows

const listTokensWithOtherPepper = async (tx: TenantTransaction, current: Buffer) =>
  (
    await sql<Named>`
      select id, name from access_tokens
      where pepper_fingerprint <> ${current} and expires_at > now() order by id`.execute(tx)
  ).rows

const listHooksWithOtherPepper = async (tx: TenantTransaction, current: Buffer) =>
  (
    await sql<Named>`
      select id, name from sources where hook_fingerprint <> ${current} order by id`.execute(tx)
  ).rows

async function countSealedUnderPrevious(
  tx: TenantTransaction,
  tenant: Tenant,
  { secrets, peppers }: RotationDeps,
): Promise<number> {
  if (!secrets) return 0
  let count = countDue(await settingsSecrets(tx, tenant), { secrets })
  for (const stored of await listArtifacts(tx)) {
    if (isDue(() => resealArtifact({ peppers, secrets }, tenant, stored))) count += 1
  }
  return count
}

const countDue = (
  values: readonly SealedValue[],
  { secrets }: Pick<RotationDeps, 'secrets'>,
): number =>
  values.filter(({ sealed, context }) => isDue(() => secrets?.reseal(sealed, context) ?? null))
    .length

/** A value that neither key opens is already lost, and depends on nothing. */
function isDue(reseal: () => unknown): boolean {
  try {
    return reseal() !== null
  } catch {
    return false
  }
}
