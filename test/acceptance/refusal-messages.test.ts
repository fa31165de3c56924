import { RefusalCode, REFUSALS } from '@footnote/contract/errors'
import { servedRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { steeredBy } from '../support/acceptance.ts'
import { createPublicKey } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import { makeVerifies } from '../support/verifies.ts'
import { captchaTest, verifiedBy } from './support/captcha.ts'
import { createWidget, PAGE } from './support/widget.ts'
import type { Reply } from './support/wire.ts'
import { publicPath, send, SOME_ID } from './support/wire.ts'

const verifies = makeVerifies(captchaTest)

// It starts a service of its own.
const PER_KEY = 30
/** What is wrong with a field or a token is told in a sentence of its own. */
const OWN_SENTENCES: Partial<Record<RefusalCode, string>> = {
  BAD_REQUEST: 'Your question must not be blank.',
  READER_TOKEN_INVALID: 'The reader token is not a signed JWT.',
}

/** The codes that the reference names for routes that readers use. */
const named = new Set(
  servedRoutes.filter(({ tag }) => tag === 'public').flatMap(({ refusals }) => refusals),
)

verifies(
  'errors.error-is-the-message-to-show',
  'Each refusal that readers can meet is JSON with the sentence written for them, and met here',
  async ({ service, guarded, database, embeddings, recaptcha }) => {
    const env = {
      ...steeredBy(embeddings),
      ...verifiedBy(recaptcha),
      RATE_LIMIT_PER_KEY: String(PER_KEY),
    }
    await using limited = await startService({
      databaseUrl: database.ownerUrl,
      command: 'api',
      env,
    })
    const { knowledgeBaseId } = guarded
    const clientKey = await createPublicKey(service.admin, knowledgeBaseId)
    const key = { 'x-client-key': clientKey, origin: 'https://elsewhere.example' }
    const path = publicPath(knowledgeBaseId, 'chat')
    const chat = (json: object, headers: Record<string, string> = key) =>
      send(limited, path, { json: { query: 'quay', ...json }, headers })
    const off = await createWidget(service, knowledgeBaseId, { enabled: false })
    const on = await createWidget(service, knowledgeBaseId)
    const guardedKey = { 'x-client-key': guarded.clientKey }
    const search = (query: string) =>
      send(limited, publicPath(knowledgeBaseId, 'search'), { json: { query }, headers: key })
    const met: Reply[] = [
      await chat({ query: '' }),
      await chat({}, {}),
      await send(limited, publicPath(SOME_ID, 'chat'), { json: { query: 'q' }, headers: key }),
      await chat({ group_ids: [SOME_ID] }),
      await chat({}, guardedKey),
      await chat({}, { ...guardedKey, 'x-recaptcha-token': 'made up' }),
      await chat({}, { ...key, 'x-reader-token': 'made up' }),
      await chat({ widget_id: off }, { ...key, origin: PAGE }),
      await chat({ widget_id: on }),
      await chat({ widget_id: SOME_ID }),
      await chat({ thread_id: SOME_ID }),
      await chat({ query: 'q'.repeat(300_000) }),
      await send(limited, path, { body: 'quay', headers: key }),
    ]
    embeddings.fail(400)
    met.push(await search('unembedded'))
    await readRows(database, 'revoke select on readable_passages from footnote_api')
    met.push(await search('quay'))
    await readRows(database, 'grant select on readable_passages to footnote_api')
    for (let sent = 0; sent <= PER_KEY && met.at(-1)?.status !== 429; sent += 1) {
      const reply = await search('quay')
      if (reply.status !== 200) met.push(reply)
    }
    const codes = new Set<RefusalCode>()
    for (const { status, headers, text, body } of met) {
      expect(headers.get('content-type'), text).toMatch(/^application\/json(;|$)/)
      const { code, error } = body as { code: unknown; error: unknown }
      const known = RefusalCode.parse(code)
      expect(status, text).toBe(REFUSALS[known].status)
      expect(error).toBe(OWN_SENTENCES[known] ?? REFUSALS[known].message)
      // A sentence for people: no code, no name of a field, nothing of how the service is made.
      expect(error).toEqual(expect.stringMatching(/^[A-Z][A-Za-z ,.'’]+\.$/))
      codes.add(known)
    }
    expect([...codes].sort()).toEqual([...named].sort())
  },
)
