import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../test/support/store/store.ts'
import { createClientKey } from '../access/clients/keys.ts'
import { checkSecrets } from './check-secrets.ts'
import { ConfigError } from '../config/config-error.ts'
import { readConfig } from '../config/config.ts'
import { keyContext } from '../models/language/language-model-settings.ts'
import { createLog } from '../platform/log.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { runSecretsCommand } from './secrets-commands.ts'

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const buildConfig = (settings: Record<string, string>) =>
  readConfig({
    DATABASE_URL: store.ownerUrl,
    ADMIN_TOKEN: 'a token of 24 characters',
    EMBEDDING_MODEL_DIR: '/models',
    KEY_PEPPER: A,
    ...settings,
  })

const check = (settings: Record<string, string>) =>
  checkSecrets(store.worker.db, buildConfig(settings), createLog('silent'))

test('a changed KEY_PEPPER stops the start, once there are keys', async () => {
  await check({ KEY_PEPPER: B })
  // Nothing would be lost yet.
  await check({ KEY_PEPPER: A })
  const key = { name: 'a', kind: 'public', allowedGroupIds: [] } as const
  await asWorker(store, (tx) => createClientKey(tx, store.tenant, { pepper: A, cell: '00' }, key))
  await check({ KEY_PEPPER: A })
  const refused = check({ KEY_PEPPER: B })
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(/^KEY_PEPPER is not the value .* KEY_PEPPER_PREVIOUS /)
  await expect(check({ KEY_PEPPER: B, KEY_PEPPER_PREVIOUS: C })).rejects.toThrow(ConfigError)
  await check({ KEY_PEPPER: B, KEY_PEPPER_PREVIOUS: A })
  // Undoing the start of a rotation is not a change.
  await check({ KEY_PEPPER: A })
})

test('a changed SECRETS_KEY stops the start, once something is sealed', async () => {
  await check({ SECRETS_KEY: B })
  await check({ SECRETS_KEY: A })
  const settings = { provider: 'openai', model: 'small' } as const
  const { knowledgeBaseId } = store.tenant
  await asWorker(store, (tx) =>
    tx
      .updateTable('knowledge_bases')
      .set({
        answer_model: JSON.stringify(settings),
        answer_model_key: createSecretBox(A).seal('sk', keyContext(settings, knowledgeBaseId)),
        answer_model_key_hint: '',
      })
      .execute(),
  )
  await check({ SECRETS_KEY: A })
  await expect(check({ SECRETS_KEY: B })).rejects.toThrow(/^SECRETS_KEY is not the value /)
  await check({ SECRETS_KEY: B, SECRETS_KEY_PREVIOUS: A })
  const without = check({})
  await expect(without).rejects.toThrow(ConfigError)
  await expect(without).rejects.toThrow(/^SECRETS_KEY is not set, [^.]*\.$/)
})

test('a rotation without the previous value is refused, unless the loss is accepted', async () => {
  const wrong = buildConfig({ KEY_PEPPER: C, SECRETS_KEY: C })
  const rotate = (acceptLoss: boolean) => runSecretsCommand(wrong, { rotate: true, acceptLoss })
  await expect(rotate(false)).rejects.toThrow(/^KEY_PEPPER is not the value /)
  await check({ KEY_PEPPER: A, SECRETS_KEY: A })
  const lost = await rotate(true)
  expect(lost.keys).toMatchObject([{ name: 'a' }])
  expect(lost.rotation).toMatchObject({ resealed: 0, unreadable: 1 })
  await check({ KEY_PEPPER: C, SECRETS_KEY: C })
  await expect(check({ KEY_PEPPER: A })).rejects.toThrow(ConfigError)
})
