import { sql } from 'kysely'
import {
  makeServerKeys,
  openServerKeys,
  replaceServerKeys,
  sealServerKeys,
} from '../access/readers/server-keys.ts'
import { recordedFingerprint, recordFingerprint } from '../platform/secret-fingerprints.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant, withWorkspace } from '../platform/database/tenant.ts'
import { resealArtifact, listArtifacts, replaceArtifact } from './artifacts.ts'
import { eachKnowledgeBase } from '../knowledge/each-knowledge-base.ts'
import { eachWorkspace } from './each-workspace.ts'
import type { SealedValue } from './sealed-values.ts'
import {
  findServerKeys,
  replaceServerKeysIn,
  settingsSecrets,
  workspaceSecrets,
} from './sealed-values.ts'
import { reencryptSecondFactors } from './second-factors.ts'
import type { RotationDeps } from './secrets-status.ts'

export type SecretsRotation = {
  /** Re-encrypted with the current values. */
  resealed: number
  /** Authorization servers with new signing keys. */
  signingKeys: number
  /** Sealed with neither key, so already lost. */
  unreadable: number
}

/**
 * Records that the current values are in use, once every process has them. From then on keys are
 * re-hashed when they are used. Sealed values are re-encrypted at once, and the authorization servers
 * get new signing keys. Safe to run again.
 */
export async function rotateSecrets(
  deps: RotationDeps & { secretsKey: string | undefined },
  nowMs: number,
): Promise<SecretsRotation> {
  const { workerDb, peppers, secrets, secretsKey } = deps
  const pepper = { name: 'KEY_PEPPER', current: peppers.current } as const
  const before = await recordedFingerprint(workerDb, pepper)
  const done: SecretsRotation = { resealed: 0, signingKeys: 0, unreadable: 0 }
  for await (const tenant of eachKnowledgeBase(workerDb)) {
    await withTenant(workerDb, tenant, async (tx) => {
      // Keys older than the fingerprints; from now on a different one is recorded.
      await sql`update client_keys set pepper_fingerprint = ${before}
                where pepper_fingerprint is null`.execute(tx)
      if (!secrets) return
      await resealSettings(tx, secrets, tenant, done)
      await replaceSigningKeys(tx, secrets, tenant, nowMs, done)
      await resealArtifacts(tx, { ...deps, secrets }, tenant, done)
    })
  }
  for await (const workspaceId of eachWorkspace(workerDb)) {
    if (!secrets) break
    await withWorkspace(workerDb, workspaceId, async (tx) =>
      resealAll(await workspaceSecrets(tx), secrets, done),
    )
  }
  const factors = await reencryptSecondFactors(workerDb, peppers)
  done.resealed += factors.resealed
  done.unreadable += factors.unreadable
  await recordFingerprint(workerDb, pepper)
  if (secretsKey !== undefined) {
    await recordFingerprint(workerDb, { name: 'SECRETS_KEY', current: secretsKey })
  }
  return done
}

/** undefined: neither key opens it. */
function attempt<Result>(work: () => Result, done: SecretsRotation): Result | undefined {
  try {
    return work()
  } catch {
    done.unreadable += 1
    return undefined
  }
}

async function resealSettings(
  tx: TenantTransaction,
  secrets: SecretBox,
  tenant: Tenant,
  done: SecretsRotation,
): Promise<void> {
  await resealAll(await settingsSecrets(tx, tenant), secrets, done)
}

async function resealAll(
  values: readonly SealedValue[],
  secrets: SecretBox,
  done: SecretsRotation,
): Promise<void> {
  for (const { sealed, context, replace } of values) {
    const resealed = attempt(() => secrets.reseal(sealed, context), done)
    if (!resealed) continue
    await replace(resealed)
    done.resealed += 1
  }
}

async function replaceSigningKeys(
  tx: TenantTransaction,
  secrets: SecretBox,
  { knowledgeBaseId }: Tenant,
  nowMs: number,
  done: SecretsRotation,
): Promise<void> {
  const sealed = await findServerKeys(tx)
  if (!sealed) return
  // Values that do not open were counted above. With new keys readers can sign in again.
  const keys = attempt(() => openServerKeys(secrets, sealed, knowledgeBaseId), { ...done })
  const newKeys = keys ? await replaceServerKeys(keys, nowMs) : await makeServerKeys()
  await replaceServerKeysIn(tx, sealed, sealServerKeys(secrets, newKeys, knowledgeBaseId))
  done.signingKeys += 1
}

async function resealArtifacts(
  tx: TenantTransaction,
  deps: RotationDeps & { secrets: SecretBox },
  tenant: Tenant,
  done: SecretsRotation,
): Promise<void> {
  for (const stored of await listArtifacts(tx)) {
    const resealed = attempt(() => resealArtifact(deps, tenant, stored), done)
    if (!resealed) continue
    await replaceArtifact(tx, stored, resealed)
    done.resealed += 1
  }
}
