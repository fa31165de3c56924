import type { Client } from '@footnote/client'
import { createClient } from '@footnote/client'
import { says } from '../../../fakes/model-scripts.ts'
import { sharingAnswers } from '../../../support/sharing.ts'
import { checkedFetch } from '../../../support/check-response.ts'
import type { Knowledge } from '../../../support/knowledge.ts'
import { createKnowledge, putPages } from '../../../support/knowledge.ts'
import { signReaderToken, SIGNER_SECRET } from '../../../support/signed-readers/reader-tokens.ts'
import type { Service } from '../../../support/service.ts'
import { makeVerifies } from '../../../support/verifies.ts'

export const url = (name: string) => `https://docs.example.com/${name}`
export const query = 'Where does the harbour tide rise?'
export const TEXT = 'The harbour tide rises [1].'

/** Pages in no group, in one that is open, and in two that are for signed readers alone. */
export type Harbour = Awaited<ReturnType<typeof createHarbour>>

export async function createHarbour(service: Service) {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  const { groups, readerSigners } = service.admin
  const { id: open } = await groups.create(knowledgeBaseId, { name: 'Open' })
  const signed = { signed_readers_only: true }
  const { id: gold } = await groups.create(knowledgeBaseId, { name: 'Gold', ...signed })
  const { id: staff } = await groups.create(knowledgeBaseId, { name: 'Staff', ...signed })
  const content = (name: string) => `# Tide ${name}\n\nThe harbour tide rises at the ${name} pier.`
  await putPages(service, knowledgeBaseId, [
    { url: url('loose'), content: content('loose') },
    { url: url('open'), content: content('open'), group_id: open },
    { url: url('gold'), content: content('gold'), group_id: gold },
    { url: url('staff'), content: content('staff'), group_id: staff },
  ])
  const signer = await readerSigners.create(knowledgeBaseId, {
    name: 'Portal',
    secret: SIGNER_SECRET,
  })
  const other = await readerSigners.create(knowledgeBaseId, { name: 'Partners' })
  return { ...knowledge, open, gold, staff, signer, other }
}

export const tokenFor = (
  { knowledgeBaseId: aud }: Knowledge,
  claims: object = {},
  secret = SIGNER_SECRET,
) => signReaderToken({ sub: 'ada', aud, ...claims }, secret)

export const clientWith = (
  service: Service,
  { knowledgeBaseId, clientKey }: Knowledge,
  readerToken?: string,
  transport?: 'websocket',
): Client =>
  createClient({
    baseUrl: service.baseUrl,
    knowledgeBaseId,
    credential: { clientKey },
    fetch: checkedFetch,
    ...(readerToken === undefined ? {} : { readerToken: () => readerToken }),
    transport,
  })

export const found = async (client: Client, groupIds?: string[]) => {
  const { results } = await client.search({ query, group_ids: groupIds })
  return results.map(({ document }) => document.url.split('/').at(-1) ?? '').sort()
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** `test` and `verifies` for a service that opens signers' secrets; `harbour` is made once for the file. */
export function harbourTests() {
  const { test } = sharingAnswers()
  const verifies = makeVerifies(
    test.extend('harbour', { scope: 'file' }, async ({ service, model }) => {
      model.answer(() => says(TEXT))
      return createHarbour(service)
    }),
  )
  return { test, verifies }
}
