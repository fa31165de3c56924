import { sql } from 'kysely'
import { readSso, ssoSecretContext } from '../access/operators/sso/sso-settings.ts'
import { serverKeysContext } from '../access/readers/server-keys.ts'
import { oidcSecretContext, readSignIn } from '../access/readers/save-sign-in-settings.ts'
import { findSigners } from '../access/signed-readers/find-signers.ts'
import { signerContext } from '../access/signed-readers/verify-token.ts'
import { keyContext, LanguageModelSettings } from '../models/language/language-model-settings.ts'
import {
  channelContext,
  replaceCredential,
  sealedCredentials,
} from '../channels/channel-credentials.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import {
  HOOK_SECRET_KINDS,
  hookSecretContext,
  replaceHookSecret,
  storedHookSecrets,
} from '../sources/hook-secrets.ts'
import {
  credentialContext,
  replaceSealed,
  storedCredentials,
} from '../sources/source-credentials.ts'
import { webhookSecretContext } from '../webhooks/signature.ts'

/** A secret in the settings of a knowledge base or a workspace. */
export type SealedValue = {
  sealed: Buffer
  context: string[]
  /** Does nothing if it was changed meanwhile. */
  replace: (resealed: Buffer) => Promise<unknown>
}

export async function settingsSecrets(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
): Promise<SealedValue[]> {
  const base = await tx
    .selectFrom('knowledge_bases')
    .select(['answer_model', 'answer_model_key'])
    .where('id', '=', knowledgeBaseId)
    .executeTakeFirst()
  const values: SealedValue[] = []
  const settings = LanguageModelSettings.safeParse(base?.answer_model)
  const key = base?.answer_model_key
  if (key && settings.success) {
    values.push({
      sealed: key,
      context: keyContext(settings.data, knowledgeBaseId),
      replace: (resealed) =>
        sql`update knowledge_bases set answer_model_key = ${resealed}
            where id = ${knowledgeBaseId} and answer_model_key = ${key}`.execute(tx),
    })
  }
  const signIn = await readSignIn(tx)
  const secret = signIn?.oidc_client_secret
  if (secret && signIn.oidc_issuer !== null && signIn.oidc_client_id !== null) {
    values.push({
      sealed: secret,
      context: oidcSecretContext(knowledgeBaseId, signIn.oidc_issuer, signIn.oidc_client_id),
      replace: (resealed) =>
        sql`update sign_in_settings set oidc_client_secret = ${resealed}
            where oidc_client_secret = ${secret}`.execute(tx),
    })
  }
  const keys = await findServerKeys(tx)
  if (keys) {
    values.push({
      sealed: keys,
      context: serverKeysContext(knowledgeBaseId),
      replace: (resealed) => replaceServerKeysIn(tx, keys, resealed),
    })
  }
  values.push(...(await signerSecrets(tx, knowledgeBaseId)))
  for (const stored of await storedCredentials(tx)) {
    values.push({
      sealed: stored.sealed,
      context: credentialContext(knowledgeBaseId, stored),
      replace: (resealed) => replaceSealed(tx, stored, resealed),
    })
  }
  values.push(...(await hookSecrets(tx, knowledgeBaseId)))
  for (const stored of await sealedCredentials(tx)) {
    values.push({
      sealed: stored.credential,
      context: channelContext(knowledgeBaseId, stored.id),
      replace: (resealed) => replaceCredential(tx, stored, resealed),
    })
  }
  return values
}

async function hookSecrets(tx: TenantTransaction, knowledgeBaseId: string): Promise<SealedValue[]> {
  const sources = await storedHookSecrets(tx)
  return sources.flatMap((source) =>
    HOOK_SECRET_KINDS.flatMap((kind) => {
      const sealed = source[kind]
      if (!sealed) return []
      const context = hookSecretContext(kind, { knowledgeBaseId, sourceId: source.id })
      const stored = { id: source.id, kind, sealed }
      const replace = (resealed: Buffer) => replaceHookSecret(tx, stored, resealed)
      return [{ sealed, context, replace }]
    }),
  )
}

async function signerSecrets(
  tx: TenantTransaction,
  knowledgeBaseId: string,
): Promise<SealedValue[]> {
  const signers = await findSigners(tx)
  return signers.flatMap(({ id, secret, previousSecret }) => {
    const context = signerContext(knowledgeBaseId, id)
    const current = secret && {
      sealed: secret,
      context,
      replace: (resealed: Buffer) =>
        sql`update reader_signers set secret = ${resealed}
            where id = ${id} and secret = ${secret}`.execute(tx),
    }
    const previous = previousSecret && {
      sealed: previousSecret,
      context,
      replace: (resealed: Buffer) =>
        sql`update reader_signers set previous_secret = ${resealed}
            where id = ${id} and previous_secret = ${previousSecret}`.execute(tx),
    }
    return [current, previous].filter((value) => value !== null)
  })
}

/** Every secret of a workspace. */
export async function workspaceSecrets(tx: TenantTransaction): Promise<SealedValue[]> {
  return [...(await ssoSecrets(tx)), ...(await webhookSecrets(tx))]
}

async function webhookSecrets(tx: TenantTransaction): Promise<SealedValue[]> {
  const { rows } = await sql<{
    workspace_id: string
    id: string
    secret: Buffer
    previous_secret: Buffer | null
  }>`select workspace_id, id, secret, previous_secret from webhooks order by id`.execute(tx)
  return rows.flatMap(({ workspace_id, id, secret, previous_secret }) => {
    const context = webhookSecretContext(workspace_id, id)
    const current = {
      sealed: secret,
      context,
      replace: (resealed: Buffer) =>
        sql`update webhooks set secret = ${resealed}
            where id = ${id} and secret = ${secret}`.execute(tx),
    }
    if (!previous_secret) return [current]
    const previous = {
      sealed: previous_secret,
      context,
      replace: (resealed: Buffer) =>
        sql`update webhooks set previous_secret = ${resealed}
            where id = ${id} and previous_secret = ${previous_secret}`.execute(tx),
    }
    return [current, previous]
  })
}

async function ssoSecrets(tx: TenantTransaction): Promise<SealedValue[]> {
  const sso = await readSso(tx)
  const sealed = sso?.client_secret
  if (!sealed) return []
  const replace = (resealed: Buffer) =>
    sql`update sso_settings set client_secret = ${resealed}
        where client_secret = ${sealed}`.execute(tx)
  return [{ sealed, context: ssoSecretContext(sso), replace }]
}

export async function findServerKeys(tx: TenantTransaction): Promise<Buffer | null> {
  const { rows } = await sql<{ server_keys: Buffer | null }>`
    select server_keys from sign_in_settings`.execute(tx)
  return rows[0]?.server_keys ?? null
}

export const replaceServerKeysIn = (tx: TenantTransaction, before: Buffer, resealed: Buffer) =>
  sql`update sign_in_settings set server_keys = ${resealed} where server_keys = ${before}`.execute(
    tx,
  )
