import { expect, test } from 'vitest'
import { checkDatabase } from './check-database.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../platform/database/db.ts'

const config = readConfig({
  API_DATABASE_URL: 'postgres://footnote_api:a@localhost/footnote',
  WORKER_DATABASE_URL: 'postgres://footnote_worker:b@localhost/footnote',
  ADMIN_TOKEN: 'a token of 24 characters',
  KEY_PEPPER: 'a pepper of at least 32 characters',
  EMBEDDING_MODEL_DIR: '/models',
})

test('a worker without DATABASE_URL says why it needs it', async () => {
  const opened = openDatabase({
    url: config.WORKER_DATABASE_URL,
    role: 'footnote_worker',
    maxConnections: 2,
    statementTimeoutMs: 1_000,
    onIdleError: () => undefined,
  })
  await expect(
    checkDatabase(config, { api: true, worker: true }, { api: opened, worker: opened }),
  ).rejects.toThrow('DATABASE_URL is not set. A worker needs it')
})
