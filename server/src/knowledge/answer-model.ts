import type { LanguageModelSettings } from '../models/language/language-model-settings.ts'
import {
  keyBinding,
  LanguageModelSettings as Settings,
  needsKey,
} from '../models/language/language-model-settings.ts'
import type { LanguageModels } from '../models/language/language-models.ts'
import { Refusal } from '../platform/refusal.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'

const COLUMNS = ['answer_model', 'answer_model_key', 'answer_model_key_hint'] as const

/** Enough to tell keys apart. Nothing of a short key is shown. */
const HINT_CHARACTERS = 4
const SHORTEST_HINTED_KEY = 16

export type AnswerModelChange = {
  readonly settings: LanguageModelSettings
  readonly apiKey: string | undefined
}

/** Also what `LanguageModels.of` takes. */
export const findAnswerModel = (tx: TenantTransaction, knowledgeBaseId: string) =>
  tx
    .selectFrom('knowledge_bases')
    .select(COLUMNS)
    .where('id', '=', knowledgeBaseId)
    .executeTakeFirstOrThrow()

/**
 * What is to be stored, for a test of the model before it is. Without a new key, the stored one stays,
 * but only for the same provider and address.
 */
export async function prepareAnswerModel(
  tx: TenantTransaction,
  models: LanguageModels,
  knowledgeBaseId: string,
  { settings, apiKey }: AnswerModelChange,
): Promise<AnswerModelColumns> {
  const answer_model = JSON.stringify(settings)
  if (apiKey !== undefined) {
    const sealed = models.sealKey(apiKey, settings, knowledgeBaseId)
    if (!sealed) throw refuseKey('cannot be stored: SECRETS_KEY is not set on this server')
    return { answer_model, answer_model_key: sealed, answer_model_key_hint: makeHint(apiKey) }
  }
  const stored = await tx
    .selectFrom('knowledge_bases')
    .select(COLUMNS)
    .where('id', '=', knowledgeBaseId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (stored.answer_model_key && !hasSameBinding(stored.answer_model, settings)) {
    throw refuseKey(
      'must be given again: the provider or the address changed. Delete the model first to go on without a key.',
    )
  }
  if (!stored.answer_model_key && needsKey(settings)) {
    throw refuseKey(`is needed for ${settings.provider}`)
  }
  return { ...stored, answer_model }
}

export async function putAnswerModel(
  tx: TenantTransaction,
  models: LanguageModels,
  knowledgeBaseId: string,
  change: AnswerModelChange,
): Promise<void> {
  await update(tx, knowledgeBaseId, await prepareAnswerModel(tx, models, knowledgeBaseId, change))
}

export const deleteAnswerModel = (tx: TenantTransaction, knowledgeBaseId: string): Promise<void> =>
  update(tx, knowledgeBaseId, {
    answer_model: null,
    answer_model_key: null,
    answer_model_key_hint: null,
  })

export type AnswerModelColumns = {
  readonly answer_model: string | null
  readonly answer_model_key: Buffer | null
  readonly answer_model_key_hint: string | null
}

async function update(
  tx: TenantTransaction,
  id: string,
  columns: AnswerModelColumns,
): Promise<void> {
  await tx.updateTable('knowledge_bases').set(columns).where('id', '=', id).execute()
}

function hasSameBinding(stored: unknown, settings: LanguageModelSettings): boolean {
  const before = Settings.safeParse(stored)
  return before.success && keyBinding(before.data) === keyBinding(settings)
}

const makeHint = (key: string): string =>
  key.length < SHORTEST_HINTED_KEY ? '' : key.slice(-HINT_CHARACTERS)

const refuseKey = (message: string) =>
  new Refusal('BAD_REQUEST', { details: [{ path: 'api_key', message }] })
