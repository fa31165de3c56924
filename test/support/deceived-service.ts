import { compose } from '../../server/src/compose.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { createServer } from '../../server/src/http/server.ts'
import { ADMIN_TOKEN, KEY_MAKING } from './service.ts'

/** An API in the test's own process whose candidates are what `name` names. */
export async function startDeceived(
  name: () => readonly unknown[],
  env: Record<string, string>,
): Promise<{ baseUrl: string } & AsyncDisposable> {
  const config = readConfig({
    ADMIN_TOKEN,
    KEY_PEPPER: KEY_MAKING.pepper,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    MAX_OPEN_REQUESTS_PER_ADDRESS: '0',
    // Other work on the machine must not make the load limiter refuse anyone.
    MIN_ADAPTIVE_LIMIT: '1000000',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    ...env,
  })
  const composition = await compose(config, { api: true, worker: false }, 'test')
  const source = { timeoutMs: 5_000, find: async () => ({ server: 'other', ids: name() }) }
  const app = await createServer({ ...composition.deps, source })
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    baseUrl,
    async [Symbol.asyncDispose]() {
      await app.close()
      await composition.close()
    },
  }
}
