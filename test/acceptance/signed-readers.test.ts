import type { Client } from '@footnote/client'
import { expect } from 'vitest'
import type { Knowledge } from '../support/knowledge.ts'
import { createPublicKey } from '../support/knowledge.ts'
import { openSocket } from '../support/network/socket.ts'
import { signReaderToken, SIGNER_SECRET } from '../support/signed-readers/reader-tokens.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import {
  clientWith,
  collect,
  found,
  query,
  tokenFor,
  url,
  harbourTests,
} from './support/readers/harbour.ts'
import { transports } from './support/transports.ts'
import { publicPath, send } from './support/wire.ts'

const { verifies } = harbourTests()

verifies(
  ['reader-groups.rule', 'reader-groups.unknown', 'reader-token.header'],
  'A search finds what the key reaches and the token names',
  async ({ service, harbour }) => {
    const { knowledgeBaseId, open, gold, staff } = harbour
    const find = (claims: object | null, as: Knowledge = harbour) =>
      found(clientWith(service, as, claims === null ? undefined : tokenFor(harbour, claims)))
    expect(await find(null)).toEqual(['loose', 'open'])
    expect(await find({})).toEqual(['loose', 'open'])
    expect(await find({ groups: [] })).toEqual(['loose', 'open'])
    expect(await find({ groups: [gold] })).toEqual(['gold', 'loose', 'open'])
    expect(await find({ groups: ['Gold', 'Staff'] })).toEqual(['gold', 'loose', 'open', 'staff'])
    expect(await find({ groups: [gold, 'nobody', open] })).toEqual(['gold', 'loose', 'open'])
    const keyOf = async (...groups: string[]) => ({
      ...harbour,
      clientKey: await createPublicKey(service.admin, knowledgeBaseId, groups),
    })
    const goldKey = await keyOf(gold)
    expect(await find(null, goldKey)).toEqual([])
    expect(await find({ groups: [staff] }, goldKey)).toEqual([])
    expect(await find({ groups: [gold, staff] }, goldKey)).toEqual(['gold'])
    const mixedKey = await keyOf(open, staff)
    expect(await find(null, mixedKey)).toEqual(['open'])
    expect(await find({ groups: [gold, staff] }, mixedKey)).toEqual(['open', 'staff'])
  },
)

verifies(
  ['reader-groups.rule', 'search.group-ids.only-these'],
  'A request names a group for signed readers only with a token that names it',
  async ({ service, harbour }) => {
    const { gold, open } = harbour
    const refused = { code: 'GROUP_NOT_ALLOWED' }
    await expect(found(clientWith(service, harbour), [gold])).rejects.toMatchObject(refused)
    await expect(found(clientWith(service, harbour), [open, gold])).rejects.toMatchObject(refused)
    const none = '00000000-0000-0000-0000-000000000000'
    await expect(found(clientWith(service, harbour), [none])).rejects.toMatchObject(refused)
    const reader = clientWith(service, harbour, tokenFor(harbour, { groups: [gold] }))
    expect(await found(reader, [gold])).toEqual(['gold'])
  },
)

verifies(
  'reader-groups.rule',
  'Every transport and every other read keeps to the rule',
  async ({ service, harbour }) => {
    const { knowledgeBaseId, clientKey, gold } = harbour
    const readerToken = tokenFor(harbour, { groups: [gold] })
    for (const transport of transports) {
      const ask = (shown: object) =>
        transport.ask(service, {
          knowledgeBaseId,
          shown: { clientKey, ...shown },
          body: { query: 'gold pier tide' },
        })
      expect(JSON.stringify(await ask({})), transport.name).not.toContain(url('gold'))
      expect(await ask({ readerToken }), transport.name).toMatchObject({
        kind: 'answered',
        cited: [expect.stringContaining(url('gold')) as unknown],
      })
    }
    const related = async (client: Client) =>
      (await client.related({ query })).articles.map((article) => article.url)
    expect(await related(clientWith(service, harbour))).not.toContain(url('gold'))
    expect(await related(clientWith(service, harbour, readerToken))).toContain(url('gold'))
    for (const [token, isListed] of [
      [undefined, false],
      [readerToken, true],
    ] as const) {
      const pages = await mcp(service, harbour, 'resources/list', {}, token)
      expect(pages.includes(url('gold')), String(token)).toBe(isListed)
      const page = await mcp(service, harbour, 'resources/read', { uri: url('gold') }, token)
      expect(page.includes('gold pier'), String(token)).toBe(isListed)
    }
  },
)

async function mcp(
  service: Service,
  { knowledgeBaseId, clientKey }: Knowledge,
  method: string,
  params: object,
  readerToken: string | undefined,
): Promise<string> {
  const { text } = await send(service, `/mcp/${knowledgeBaseId}`, {
    json: { jsonrpc: '2.0', id: 1, method, params },
    headers: {
      accept: 'application/json, text/event-stream',
      'x-client-key': clientKey,
      ...(readerToken === undefined ? {} : { 'x-reader-token': readerToken }),
    },
  })
  return text
}

verifies('reader-groups.unpublished', async ({ service, database, harbour }) => {
  const { knowledgeBaseId, gold } = harbour
  await service.admin.knowledgeBases.change(knowledgeBaseId, {
    llms_txt: true,
    page_markdown: true,
  })
  const texts = async () => {
    const paths = ['llms.txt', 'llms-full.txt']
    const replies = await Promise.all(
      paths.map((path) => send(service, publicPath(knowledgeBaseId, path), {})),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    return replies.map(({ text }) => text).join('\n')
  }
  expect(await texts()).toContain(url('open'))
  expect(await texts()).not.toContain(url('gold'))
  await service.admin.starterQuestions.refresh(knowledgeBaseId)
  const starters = () =>
    readRows(
      database,
      `select question from starter_questions where knowledge_base_id = '${knowledgeBaseId}'`,
    )
  await expect.poll(async () => (await starters()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const asked = async () =>
    (await clientWith(service, harbour).suggestedQuestions()).questions.join('\n')
  expect(await asked()).not.toMatch(/gold|staff/i)
  await service.admin.groups.change(knowledgeBaseId, gold, { signed_readers_only: false })
  try {
    expect(await texts()).toContain(url('gold'))
  } finally {
    await service.admin.groups.change(knowledgeBaseId, gold, { signed_readers_only: true })
  }
})

verifies(
  ['reader-token.invalid', 'reader-token.claims', 'reader-token.algorithms'],
  'A token that is not valid is refused everywhere, and never taken for none',
  async ({ service, harbour }) => {
    const { knowledgeBaseId: aud, clientKey } = harbour
    const past = Math.floor(Date.now() / 1000) - 61
    const bad: [string, string][] = [
      ['', 'is not a signed JWT'],
      [tokenFor(harbour, { exp: past }), 'has expired'],
      [tokenFor(harbour, { aud: harbour.gold }), 'is for another audience'],
      [tokenFor(harbour, {}, 'another-secret-that-nobody-registered'), 'has no valid signature'],
      [
        signReaderToken({ sub: 'ada', aud }, SIGNER_SECRET, { alg: 'none' }),
        'has an algorithm that is not allowed',
      ],
      [tokenFor(harbour, { sub: undefined }), 'names no reader: the claim sub is missing'],
    ]
    for (const [readerToken, what] of bad) {
      const reply = await send(service, publicPath(aud, 'search'), {
        json: { query },
        headers: { 'x-client-key': clientKey, 'x-reader-token': readerToken },
      })
      expect(reply, what).toMatchObject({
        status: 401,
        body: {
          code: 'READER_TOKEN_INVALID',
          error: `The reader token ${what}.`,
          retryable: false,
        },
      })
      expect(reply.headers.get('www-authenticate')).not.toBeNull()
      for (const transport of transports) {
        const decision = await transport.ask(service, {
          knowledgeBaseId: aud,
          shown: { clientKey, readerToken },
          body: { query },
        })
        expect(decision, `${transport.name}: ${what}`).toEqual({
          kind: 'refused',
          code: 'READER_TOKEN_INVALID',
        })
      }
    }
    // A wrong key says nothing about the token.
    const unknown = clientWith(service, { ...harbour, clientKey: 'fnp_00nothing' }, 'bad')
    await expect(unknown.search({ query })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  },
)

verifies('reader-token.header', 'A page may send the token', async ({ service, harbour }) => {
  const reply = await send(service, publicPath(harbour.knowledgeBaseId, 'search'), {
    method: 'OPTIONS',
    headers: { origin: 'https://docs.example.com', 'access-control-request-method': 'POST' },
  })
  expect(reply.headers.get('access-control-allow-headers')).toContain('X-Reader-Token')
})

verifies('reader-token.websocket', async ({ service, harbour }) => {
  const { knowledgeBaseId, clientKey, gold } = harbour
  const key = { client_key: clientKey }
  const goldToken = tokenFor(harbour, { groups: [gold] })
  const body = { query: 'gold pier tide' }
  const cites = (frames: unknown) => JSON.stringify(frames).includes(url('gold'))
  await using socket = await openSocket(service, knowledgeBaseId, {
    ...key,
    reader_token: goldToken,
  })
  expect(cites((await socket.ask('1', body)).frames)).toBe(true)
  const refused = await socket.ask('2', { ...body, reader_token: 'bad' })
  expect(refused.refused).toMatchObject({ code: 'READER_TOKEN_INVALID' })
  // The connection goes on, and a newer token counts.
  const other = tokenFor(harbour, { groups: [] })
  expect(cites((await socket.ask('3', { ...body, reader_token: other })).frames)).toBe(false)
  expect(cites((await socket.ask('4', body)).frames)).toBe(true)
  await using anonymous = await openSocket(service, knowledgeBaseId, key)
  expect(cites((await anonymous.ask('1', body)).frames)).toBe(false)
  expect(cites((await anonymous.ask('2', { ...body, reader_token: goldToken })).frames)).toBe(true)
  const client = clientWith(service, harbour, goldToken, 'websocket')
  const frames = await collect(client.ask(body))
  client.close()
  expect(cites(frames)).toBe(true)
})
