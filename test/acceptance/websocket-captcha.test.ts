import { expect } from 'vitest'
import { putPages } from '../support/knowledge.ts'
import { openSocket } from '../support/network/socket.ts'
import { makeVerifies } from '../support/verifies.ts'
import { captchaTest, createGuarded, HOST } from './support/captcha.ts'
import { createPair } from './support/client-keys.ts'

const verifies = makeVerifies(
  captchaTest.extend('docs', async ({ service }) => {
    const knowledge = await createGuarded(service)
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: `https://${HOST}/keys`, content: '# Keys\n\nReset a key under Settings.' },
    ])
    return knowledge
  }),
)

const query = 'How do I reset a key?'
const good = { action: 'chat', hostname: HOST }

verifies(
  'captcha.websocket-field',
  'Each question of a guarded key needs a token of its own in `recaptcha_token`; a pair needs none',
  async ({ service, docs, recaptcha, embeddings }) => {
    const { knowledgeBaseId, clientKey } = docs
    await using socket = await openSocket(service, knowledgeBaseId, { client_key: clientKey })
    const token = recaptcha.mint(good)
    expect((await socket.ask('good', { query, recaptcha_token: token })).refused).toBe(null)
    const searches = embeddings.requests.length
    const wrong: [string, object, string][] = [
      ['none', {}, 'CAPTCHA_REQUIRED'],
      ['empty', { recaptcha_token: '' }, 'CAPTCHA_REQUIRED'],
      ['replayed', { recaptcha_token: token }, 'CAPTCHA_FAILED'],
      ['made up', { recaptcha_token: 'made up' }, 'CAPTCHA_FAILED'],
      [
        'of another action',
        { recaptcha_token: recaptcha.mint({ ...good, action: 'search' }) },
        'CAPTCHA_FAILED',
      ],
      [
        'of another page',
        { recaptcha_token: recaptcha.mint({ ...good, hostname: 'evil.test' }) },
        'CAPTCHA_FAILED',
      ],
    ]
    for (const [id, fields, code] of wrong) {
      const { refused, frames } = await socket.ask(id, { query: `${query} ${id}`, ...fields })
      expect(refused, id).toMatchObject({ code })
      expect(frames).toEqual([])
    }
    expect(embeddings.requests.length).toBe(searches)
    // An invalid question uses up no token.
    const unused = recaptcha.mint(good)
    const mistaken = await socket.ask('mistaken', { query: '', recaptcha_token: unused })
    expect(mistaken.refused).toMatchObject({ code: 'BAD_REQUEST' })
    expect((await socket.ask('again', { query, recaptcha_token: unused })).refused).toBe(null)
    const pair = await createPair(service, knowledgeBaseId)
    await using server = await openSocket(service, knowledgeBaseId, {
      client_id: pair['x-client-id'],
      client_secret: pair['x-client-secret'],
    })
    expect((await server.ask('1', { query })).refused).toBe(null)
  },
)
