import type { Client } from '@footnote/client'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { newId } from '../support/new-id.ts'
import { offerContact } from '../support/store/contact-webhook.ts'
import { readRows } from '../support/store/services.ts'
import {
  clientWith,
  collect,
  createHarbour,
  query,
  TEXT,
  tokenFor,
  harbourTests,
} from './support/readers/harbour.ts'
import { transports } from './support/transports.ts'

const { verifies } = harbourTests()

verifies('reader-threads.own', async ({ service, harbour }) => {
  const { other, knowledgeBaseId: aud, clientKey } = harbour
  const ada = tokenFor(harbour)
  const strangers = {
    nobody: undefined,
    grace: tokenFor(harbour, { sub: 'grace' }),
    'Ada of another signer': tokenFor(harbour, {}, other.secret ?? ''),
  }
  const own = clientWith(service, harbour, ada)
  const last = await lastOf(own)
  for (const [name, token] of Object.entries(strangers)) {
    const stranger = clientWith(service, harbour, token)
    const gone = { code: 'NOT_FOUND' }
    await expect(lastOf(stranger, last.thread_id), name).rejects.toMatchObject(gone)
    const rating = { message_id: last.message_id, rating: 'down' as const }
    await expect(stranger.rate(rating), name).rejects.toMatchObject(gone)
    await expect(stranger.unrate(last.message_id), name).rejects.toMatchObject(gone)
    for (const transport of transports.filter(({ lacks }) => !lacks.includes('thread_id'))) {
      const decision = await transport.ask(service, {
        knowledgeBaseId: aud,
        shown: { clientKey, ...(token === undefined ? {} : { readerToken: token }) },
        body: { query, thread_id: last.thread_id },
      })
      expect(decision, transport.name).toEqual({ kind: 'refused', code: 'NOT_FOUND' })
    }
  }
  // Another token of the same reader is the same reader.
  const again = clientWith(service, harbour, tokenFor(harbour, { groups: ['Gold'], jti: '2' }))
  expect((await lastOf(again, last.thread_id)).thread_id).toBe(last.thread_id)
  await again.rate({ message_id: last.message_id, rating: 'up' })
  await again.unrate(last.message_id)
})

verifies('reader-threads.anonymous', async ({ service, harbour }) => {
  const anybody = clientWith(service, harbour)
  const last = await lastOf(anybody)
  const ada = clientWith(service, harbour, tokenFor(harbour))
  await expect(lastOf(ada, last.thread_id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const rating = { message_id: last.message_id, rating: 'down' as const }
  await expect(ada.rate(rating)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await lastOf(anybody, last.thread_id)).thread_id).toBe(last.thread_id)
  await anybody.rate(rating)
})

verifies(
  'reader-threads.own',
  'A conversation stays with its reader when the secret of the signer is replaced',
  async ({ service, model }) => {
    model.answer(() => says(TEXT))
    const docs = await createHarbour(service)
    const { readerSigners } = service.admin
    const last = await lastOf(clientWith(service, docs, tokenFor(docs)))
    const { secret } = await readerSigners.rotate(docs.knowledgeBaseId, docs.signer.id, {
      previous_valid_hours: 1,
    })
    for (const token of [tokenFor(docs), tokenFor(docs, {}, secret ?? '')]) {
      const continued = () =>
        lastOf(clientWith(service, docs, token), last.thread_id).then(
          ({ thread_id }) => thread_id,
          ({ code }: { code: string }) => code,
        )
      // A process keeps the signers that it knows until it is notified.
      await expect.poll(continued).toBe(last.thread_id)
    }
    await readerSigners.rotate(docs.knowledgeBaseId, docs.signer.id, {})
    for (const token of [tokenFor(docs), tokenFor(docs, {}, secret ?? '')]) {
      const searched = () =>
        clientWith(service, docs, token)
          .search({ query })
          .then(
            () => 'found',
            ({ code }: { code: string }) => code,
          )
      await expect.poll(searched).toBe('READER_TOKEN_INVALID')
    }
  },
)

type Ids = { thread_id: string; message_id: string }

async function lastOf(client: Client, threadId?: string): Promise<Ids> {
  let ids: Ids | undefined
  for await (const frame of client.ask({ query, thread_id: threadId })) {
    if ('thread_id' in frame && frame.done)
      ids = { thread_id: frame.thread_id ?? '', message_id: frame.message_id ?? '' }
  }
  if (!ids) throw new Error('The answer was not stored')
  return ids
}

verifies('reader-token.asker', async ({ service, database, model }) => {
  model.answer(() => says(TEXT))
  const docs = await createHarbour(service)
  const claims = { sub: 'customer-4711', name: 'Ada Lovelace', email: 'ada@example.com' }
  const client = clientWith(service, docs, tokenFor(docs, claims))
  for await (const _ of client.ask({ query, user: { id: 'somebody else' } }));
  const dump = async () =>
    JSON.stringify(
      await readRows(
        database,
        `select t.asker, t, m from threads t join messages m on m.thread_id = t.id
        where t.knowledge_base_id = '${docs.knowledgeBaseId}'`,
      ),
    )
  expect(await dump()).toContain('"asker":"customer-4711"')
  expect(await dump()).not.toMatch(/Lovelace|ada@example|somebody else/)
  await service.admin.workspaces.change(docs.workspaceId, { retention: 'zero' })
  const zero = clientWith(service, docs, tokenFor(docs, { ...claims, sub: 'customer-4712' }))
  await expect
    .poll(async () => (await collect(zero.ask({ query }))).at(-1))
    .not.toHaveProperty('thread_id')
  expect(await dump()).not.toContain('customer-4712')
})

verifies('contact.own', async ({ service, harbour, database }) => {
  await offerContact(service, database.ownerUrl, harbour)
  const ada = clientWith(service, harbour, tokenFor(harbour))
  const { message_id } = await lastOf(ada)
  const body = () => ({
    id: newId(),
    name: 'Ada',
    email: 'ada@example.net',
    message: 'Which pier?',
    agreed: true as const,
    message_id,
  })
  for (const token of [undefined, tokenFor(harbour, { sub: 'grace' })]) {
    const stranger = clientWith(service, harbour, token)
    await expect(stranger.contact(body())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await ada.contact(body())).toMatchObject({ id: expect.any(String) })
})
