import { expect } from 'vitest'
import type { RecaptchaServer } from '../../fakes/recaptcha-server.ts'
import { startRecaptchaServer } from '../../fakes/recaptcha-server.ts'
import { acceptance, steeredBy } from '../../support/acceptance.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import { createKnowledge } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { startService } from '../../support/service.ts'
import type { Reply } from './wire.ts'
import { publicPath, send } from './wire.ts'

export const HOST = 'docs.example.com'
export const TIMEOUT_MS = 5_000

/** The settings that make a service use this verifier. */
export const verifiedBy = ({ url, secret }: RecaptchaServer): Record<string, string> => ({
  RECAPTCHA_SITE_KEY: 'the-site-key',
  RECAPTCHA_SECRET: secret,
  RECAPTCHA_VERIFY_URL: url,
  RECAPTCHA_TIMEOUT_MS: String(TIMEOUT_MS),
})

/** `recaptcha` is the verifier, `guarded` a knowledge base whose key requires tokens. */
export const captchaTest = acceptance()
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('recaptcha', { scope: 'file' }, async ({}, { onCleanup }) => {
    const recaptcha = await startRecaptchaServer()
    onCleanup(() => recaptcha.close())
    return recaptcha
  })
  .extend(
    'service',
    { scope: 'file' },
    async ({ database, embeddings, recaptcha }, { onCleanup }) => {
      const env = { ...steeredBy(embeddings), ...verifiedBy(recaptcha) }
      const service = await startService({ databaseUrl: database.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    },
  )
  .extend('guarded', async ({ service }) => createGuarded(service))

export async function createGuarded(service: Service, hostnames = [HOST]): Promise<Knowledge> {
  const knowledge = await createKnowledge(service)
  const key = await service.admin.keys.create(knowledge.knowledgeBaseId, {
    name: 'guarded',
    kind: 'public',
    captcha: true,
    captcha_hostnames: hostnames,
  })
  return { ...knowledge, clientKey: key.client_key ?? '' }
}

/** Words that were not embedded yet, so that a search that is let through asks for a vector. */
let searches = 0

export function search(service: Service, reader: Knowledge, token?: string): Promise<Reply> {
  searches += 1
  return send(service, publicPath(reader.knowledgeBaseId, 'search'), {
    json: { query: `lighthouse ${searches}` },
    headers: {
      'x-client-key': reader.clientKey,
      ...(token === undefined ? {} : { 'x-recaptcha-token': token }),
    },
  })
}

export const rate = (service: Service, reader: Knowledge, messageId: string, token?: string) =>
  send(service, '/api/v1/public/feedback', {
    json: { message_id: messageId, rating: 'up' },
    headers: {
      'x-client-key': reader.clientKey,
      ...(token === undefined ? {} : { 'x-recaptcha-token': token }),
    },
  })

export const required = { status: 403, body: { code: 'CAPTCHA_REQUIRED' } }
export const failed = { status: 403, body: { code: 'CAPTCHA_FAILED' } }
export const good = { action: 'search', hostname: HOST }

/** Sends a search with a token that must not pass, and expects that nothing came of it. */
export async function expectFailure(
  { service, guarded, embeddings }: Pick<Fixtures, 'service' | 'guarded' | 'embeddings'>,
  token: string,
  what: string,
): Promise<void> {
  const before = embeddings.requests.length
  expect(await search(service, guarded, token), what).toMatchObject(failed)
  expect(embeddings.requests.length, what).toBe(before)
}

type Fixtures = {
  service: Service
  guarded: Knowledge
  embeddings: { requests: string[][] }
}

export async function startLenient(databaseUrl: string, environment: Record<string, string>) {
  const recaptcha = await startRecaptchaServer()
  recaptcha.forgetUses()
  const env = { ...environment, ...verifiedBy(recaptcha) }
  const own = await startService({ databaseUrl, command: 'api', env })
  return {
    own,
    recaptcha,
    async [Symbol.asyncDispose]() {
      await own.kill()
      await recaptcha.close()
    },
  }
}
