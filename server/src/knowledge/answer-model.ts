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

/** Without a new key, keeps the stored one, but only for the same provider and address. */
export async function putAnswerModel(
  tx: TenantTransaction,
  models: LanguageModels,
  knowledgeBaseId: string,
  { settings, apiKey }: AnswerModelChange,
): Promise<void> {
  const change = { answer_model: JSON.stringify(settings) }
  if (apiKey !== undefined) {
    const sealed = models.sealKey(apiKey, settings, knowledgeBaseId)
    if (!sealed) throw refuseKey('cannot be stored: SECRETS_KEY is not set on this server')
    const key = { answer_model_key: sealed, answer_model_key_hint: hintOf(apiKey) }
    return update(tx, knowledgeBaseId, { ...change, ...key })
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
  await update(tx, knowledgeBaseId, change)
}

export const deleteAnswerModel = (tx: TenantTransaction, knowledgeBaseId: string): Promise<void> =>
  update(tx, knowledgeBaseId, {
    answer_model: null,
    answer_model_key: null,
    answer_model_key_hint: null,
  })

type Columns = {
  answer_model: string | null
  answer_model_key?: Buffer | null
  answer_model_key_hint?: string | null
}

async function update(tx: TenantTransaction, id: string, columns: Columns): Promise<void> {
  await tx.updateTable('knowledge_bases').set(columns).where('id', '=', id).execute()
}

function hasSameBinding(stored: unknown, settings: LanguageModelSettings): boolean {
  const before = Settings.safeParse(stored)
  return before.success && keyBinding(before.data) === keyBinding(settings)
}

const hintOf = (key: string): string =>
  key.length < SHORTEST_HINTED_KEY ? '' : key.slice(-HINT_CHARACTERS)

const refuseKey = (message: string) =>
  new Refusal('BAD_REQUEST', { details: [{ path: 'api_key', message }] })
