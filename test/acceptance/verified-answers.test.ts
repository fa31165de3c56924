import type { ChatFrame, LastFrame } from '@footnote/contract/public/chat'
import type { VerifiedAnswerInput } from '@footnote/client/admin'
import { expect } from 'vitest'
import { ask, readText } from '../support/ask.ts'
import { clientFor, createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { connectMcp } from '../support/mcp.ts'
import { openSocket } from '../support/network/socket.ts'
import { sharing } from '../support/sharing.ts'
import type { Service } from '../support/service.ts'
import { makeVerifies } from '../support/verifies.ts'
import { adminPath, asOperator, publicPath, send } from './support/wire.ts'

const URL = 'https://docs.example.com'
const QUESTION = 'How do I rotate a client key?'
const ANSWER = `Make a second key and **use it everywhere** [1]. Then revoke the first one [2].

\`\`\`sh
footnote keys revoke OLD
\`\`\`

See also [the status page](<https://status.example.com/keys>), or write to <keys@example.com>.`

const test = sharing().test.extend('keys', { scope: 'file' }, async ({ service }) => {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  const { id: inner } = await service.admin.groups.create(knowledgeBaseId, { name: 'Inner' })
  const { id: open } = await service.admin.groups.create(knowledgeBaseId, { name: 'Open' })
  const page = (name: string, change: object = {}) => ({
    url: `${URL}/${name}`,
    title: name,
    content: `# ${name}\n\nWhat the documentation says about ${name} and how to rotate a client key.`,
    ...change,
  })
  const [client = '', revoking = '', secret = ''] = await putPages(service, knowledgeBaseId, [
    page('Keys', { group_id: open, labels: { version: '1' } }),
    page('Revoking', { group_id: open, labels: { version: ['1', '2'] } }),
    page('Vault', { group_id: inner }),
  ])
  const openKey = await createPublicKey(service.admin, knowledgeBaseId, [open])
  return {
    ...knowledge,
    pages: { client, revoking, secret },
    bound: clientFor(service, knowledgeBaseId, openKey),
    boundKey: { knowledgeBaseId, clientKey: openKey },
  }
})
const verifies = makeVerifies(test)

/** Deleted when the test ends, however it does. */
async function verify({ admin }: Service, knowledgeBaseId: string, body: VerifiedAnswerInput) {
  const created = await admin.verifiedAnswers.create(knowledgeBaseId, body)
  const remove = () => admin.verifiedAnswers.remove(knowledgeBaseId, created.id)
  return Object.assign(created, {
    [Symbol.asyncDispose]: () => remove().catch(() => undefined),
  })
}

const lastOf = (frames: readonly ChatFrame[]): LastFrame => {
  const last = frames.at(-1)
  if (!last || !('powered_by' in last)) throw new Error(JSON.stringify(last))
  return last
}

verifies('verified.word-for-word', async ({ service, keys }) => {
  const { knowledgeBaseId, clientKey, pages, client } = keys
  await using created = await verify(service, knowledgeBaseId, {
    question: QUESTION,
    variants: ['My key has leaked'],
    // Links as most people write them.
    answer: ANSWER.replaceAll(/[<>]/g, ''),
    source_document_ids: [pages.revoking, pages.client],
  })
  expect(created).toMatchObject({ state: 'given', question: QUESTION, answer: ANSWER })
  // At the section that is nearest to the question.
  const cited = [`${URL}/Revoking#revoking`, `${URL}/Keys#keys`]
  for (const query of [QUESTION, 'how can I replace a client key?', 'My key has leaked!']) {
    const { frames } = await ask(service, keys, { query })
    const last = lastOf(frames)
    expect(readText({ frames }), query).toBe(ANSWER)
    expect(last.citations.map(({ index, url }) => [index, url])).toEqual(
      cited.map((url, index) => [index + 1, url]),
    )
    expect(last).toMatchObject({ verified_at: created.verified_at, covered: true })
    expect(last.quoted).toBeUndefined()
    const stored = await service.admin.messages.get(knowledgeBaseId, last.message_id ?? '')
    expect(stored).toMatchObject({
      answer: ANSWER,
      model: 'verified',
      trace: { verified_answer: { id: created.id, given: true } },
    })
  }
  await using socket = await openSocket(service, knowledgeBaseId, { client_key: clientKey })
  const { frames } = await socket.ask('a', { query: QUESTION })
  expect(readText({ frames })).toBe(ANSWER)
  expect(lastOf(frames)).toMatchObject({ verified_at: created.verified_at })
  const deflected = await client.formDeflect({ description: QUESTION })
  expect(deflected).toMatchObject({ answer: ANSWER, verified_at: created.verified_at })
  await using mcp = await connectMcp(service, {
    path: `/mcp/${knowledgeBaseId}`,
    headers: { 'x-client-key': clientKey },
  })
  const result = await mcp.callTool({ name: 'ask', arguments: { query: QUESTION } })
  expect(result.structuredContent).toMatchObject({
    answer: ANSWER,
    verified_at: created.verified_at,
  })
  expect(result.content).toContainEqual({
    type: 'text',
    text: `Verified by the docs team on ${created.verified_at.slice(0, 10)}.`,
  })
  // A follow-up is understood before it is compared.
  const thread_id = lastOf(frames).thread_id ?? ''
  const again = await ask(service, keys, { query: QUESTION, thread_id })
  expect(lastOf(again.frames).citations).toHaveLength(2)
  await service.admin.verifiedAnswers.remove(knowledgeBaseId, created.id)
  const after = await ask(service, keys, { query: QUESTION })
  expect(lastOf(after.frames).verified_at).toBeUndefined()
})

verifies('verified.other-question', async ({ service, keys }) => {
  const { knowledgeBaseId, pages } = keys
  await using created = await verify(service, knowledgeBaseId, {
    question: QUESTION,
    answer: 'Make a second key.',
    source_document_ids: [pages.client],
  })
  for (const query of [
    'How do I create a client key?',
    'How do I not rotate a client key?',
    'Why do I rotate a client key?',
    'Which client keys are rotated?',
    'How do I rotate a client secret?',
  ]) {
    const last = lastOf((await ask(service, keys, { query })).frames)
    expect(last.verified_at, query).toBeUndefined()
    const { trace } = await service.admin.messages.get(knowledgeBaseId, last.message_id ?? '')
    expect(trace.verified_answer, query).toMatchObject({
      id: created.id,
      question: QUESTION,
      given: false,
    })
  }
})

verifies('verified.readers', async ({ service, keys }) => {
  const { knowledgeBaseId, pages, boundKey } = keys
  await using created = await verify(service, knowledgeBaseId, {
    question: QUESTION,
    answer: 'The zircon marmalade opens the vault.',
    source_document_ids: [pages.client, pages.secret],
  })
  const read = async (asker: typeof boundKey, body: object = {}) => {
    const { raw, frames } = await ask(service, asker, { query: QUESTION, ...body })
    expect(raw.includes('zircon')).toBe(lastOf(frames).verified_at !== undefined)
    return raw.includes('zircon')
  }
  expect(await read(keys)).toBe(true)
  // The key reaches one source and not the other.
  expect(await read(boundKey)).toBe(false)
  await service.admin.verifiedAnswers.change(knowledgeBaseId, created.id, {
    answer: 'The zircon marmalade.',
    source_document_ids: [pages.client, pages.revoking],
  })
  expect(await read(boundKey)).toBe(true)
  expect(await read(keys, { filter: { version: '1' } })).toBe(true)
  expect(await read(keys, { filter: { version: '2' } })).toBe(false)
})

verifies(['verified.withdrawn', 'verified.changed'], async ({ service, keys }) => {
  const { knowledgeBaseId } = keys
  const put = (content: string) =>
    putPages(service, knowledgeBaseId, [{ url: `${URL}/passing`, title: 'Passing', content }])
  const [passing = ''] = await put('Rotate a client key here.')
  await using created = await verify(service, knowledgeBaseId, {
    question: QUESTION,
    answer: 'Make a second key.',
    source_document_ids: [passing],
  })
  const look = async () => {
    const { verified_answers: all } = await service.admin.verifiedAnswers.list(knowledgeBaseId)
    const last = lastOf((await ask(service, keys, { query: QUESTION })).frames)
    const found = all.find((one) => one.id === created.id)
    return {
      state: found?.state,
      source: found?.sources[0]?.state,
      isGiven: last.verified_at !== undefined,
    }
  }
  expect(await look()).toEqual({ state: 'given', source: 'unchanged', isGiven: true })
  await put('Rotate a client key in another way.')
  expect(await look()).toEqual({ state: 'needs_review', source: 'changed', isGiven: true })
  await service.admin.verifiedAnswers.change(knowledgeBaseId, created.id, {})
  expect(await look()).toEqual({ state: 'given', source: 'unchanged', isGiven: true })
  const past = new Date(Date.now() - 60_000).toISOString()
  await service.admin.verifiedAnswers.change(knowledgeBaseId, created.id, { expires_at: past })
  expect(await look()).toMatchObject({ state: 'expired', isGiven: false })
  await service.admin.verifiedAnswers.change(knowledgeBaseId, created.id, { expires_at: null })
  await service.admin.documents.change(knowledgeBaseId, passing, { visibility: 'restricted' })
  expect(await look()).toEqual({ state: 'not_given', source: 'restricted', isGiven: false })
  await service.admin.documents.change(knowledgeBaseId, passing, { visibility: 'public' })
  expect(await look()).toMatchObject({ state: 'given', isGiven: true })
  await service.admin.documents.remove(knowledgeBaseId, passing)
  expect(await look()).toEqual({ state: 'not_given', source: 'gone', isGiven: false })
  await expect(
    service.admin.verifiedAnswers.change(knowledgeBaseId, created.id, {}),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('what readers would not see as it is written is refused, and so is a foreign page', async ({
  service,
  keys,
}) => {
  const { knowledgeBaseId, pages } = keys
  const other = await createKnowledge(service)
  const [foreign = ''] = await putPages(service, other.knowledgeBaseId, [
    { url: `${URL}/foreign`, content: 'Foreign.' },
  ])
  const create = async (change: object) => {
    const body = {
      question: QUESTION,
      answer: 'Text.',
      source_document_ids: [pages.client],
      ...change,
    }
    const reply = await send(service, adminPath(knowledgeBaseId, 'verified-answers'), {
      json: body,
      headers: asOperator,
    })
    return reply.status === 400
      ? (reply.body as { details: { path: string }[] }).details.map(({ path }) => path)
      : reply.status
  }
  for (const answer of [
    '![a picture](https://docs.example.com/a.png)',
    'Some <script>alert(1)</script> text',
    'See [the page](/relative).',
    'Two sources [1][2].',
  ]) {
    expect(await create({ answer }), answer).toEqual(['answer'])
  }
  expect(await create({ source_document_ids: [] })).toEqual(['source_document_ids'])
  expect(await create({ source_document_ids: [foreign] })).toEqual(['source_document_ids'])
  expect(await create({ source_document_ids: [pages.client, pages.client] })).toEqual([
    'source_document_ids',
  ])
})

test('a verified answer of another knowledge base is found neither by readers nor by operators', async ({
  service,
  keys,
}) => {
  const { knowledgeBaseId, pages } = keys
  const other = await createKnowledge(service)
  await using created = await verify(service, knowledgeBaseId, {
    question: QUESTION,
    answer: 'Make a second key.',
    source_document_ids: [pages.client],
  })
  const { frames } = await ask(service, other, { query: QUESTION })
  expect(lastOf(frames).verified_at).toBeUndefined()
  const { verifiedAnswers } = service.admin
  expect(await verifiedAnswers.list(other.knowledgeBaseId)).toEqual({ verified_answers: [] })
  await expect(verifiedAnswers.change(other.knowledgeBaseId, created.id, {})).rejects.toMatchObject(
    {
      code: 'NOT_FOUND',
    },
  )
  await expect(verifiedAnswers.remove(other.knowledgeBaseId, created.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const search = await send(service, publicPath(knowledgeBaseId, 'search'), {
    json: { query: QUESTION },
    headers: { 'x-client-key': keys.clientKey },
  })
  expect(search.text).not.toContain('Make a second key')
})
