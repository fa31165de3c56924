import { expect } from 'vitest'
import type { Client } from '@footnote/client'
import { sharing } from '../support/sharing.ts'
import { clientFor, createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { makeVerifies } from '../support/verifies.ts'
import { SOME_ID, sendSearch } from './support/wire.ts'

const url = (name: string) => `https://docs.example.com/${name}`

/** Pages about tides in two source groups and in none; every one of them matches. */
const verifies = makeVerifies(
  sharing().test.extend('tides', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    const { knowledgeBaseId } = knowledge
    const { id: north } = await service.admin.groups.create(knowledgeBaseId, { name: 'North' })
    const { id: south } = await service.admin.groups.create(knowledgeBaseId, { name: 'South' })
    await putPages(service, knowledgeBaseId, [
      { url: url('north'), content: 'Tides of the northern coast.', group_id: north },
      { url: url('south'), content: 'Tides of the southern coast.', group_id: south },
      { url: url('loose'), content: 'Tides of every coast.' },
    ])
    const northKey = await createPublicKey(service.admin, knowledgeBaseId, [north])
    const northReader = { knowledgeBaseId, clientKey: northKey }
    const northClient = clientFor(service, knowledgeBaseId, northKey)
    return { ...knowledge, north, south, northReader, northClient }
  }),
)

const refused = { status: 403, body: { code: 'GROUP_NOT_ALLOWED' } }

async function found(client: Client, groupIds?: string[]): Promise<string[]> {
  const { results } = await client.search({ query: 'tides coast', group_ids: groupIds })
  return results.map(({ document }) => document.url).sort()
}

verifies('search.group-ids.only-these', async ({ tides }) => {
  const { client, north, south } = tides
  expect(await found(client)).toEqual([url('loose'), url('north'), url('south')])
  expect(await found(client, [north])).toEqual([url('north')])
  expect(await found(client, [south])).toEqual([url('south')])
  expect(await found(client, [north, south])).toEqual([url('north'), url('south')])
})

verifies('allowed-groups.bind-search', async ({ tides }) => {
  const { northClient, north } = tides
  expect(await found(northClient)).toEqual([url('north')])
  expect(await found(northClient, [north])).toEqual([url('north')])
})

verifies('group-ids.empty', async ({ service, tides }) => {
  for (const reader of [tides, tides.northReader]) {
    expect(await sendSearch(service, reader, { query: 'tides', group_ids: [] })).toMatchObject({
      status: 400,
      body: {
        code: 'BAD_REQUEST',
        details: [{ path: 'group_ids', message: expect.stringContaining('leave it out') }],
      },
    })
  }
})

verifies('group-ids.within-allowed', async ({ service, tides }) => {
  const { north, south, northReader } = tides
  for (const group_ids of [[south], [north, south]]) {
    expect(await sendSearch(service, northReader, { query: 'tides', group_ids })).toMatchObject(
      refused,
    )
  }
})

verifies('group-ids.must-exist', async ({ service, tides }) => {
  const foreign = await createKnowledge(service)
  const { id: foreignGroup } = await service.admin.groups.create(foreign.knowledgeBaseId, {
    name: 'Theirs',
  })
  for (const group_ids of [[SOME_ID], [foreignGroup], [tides.north, foreignGroup]]) {
    expect(await sendSearch(service, tides, { query: 'tides', group_ids })).toMatchObject(refused)
  }
})

verifies('bad-group-ids.code', async ({ service, tides }) => {
  const bad = ['north', '', tides.north.toUpperCase(), "' or true --", SOME_ID]
  for (const id of bad) {
    const reply = await sendSearch(service, tides, { query: 'tides', group_ids: [id] })
    expect(reply, id).toMatchObject(refused)
  }
})
