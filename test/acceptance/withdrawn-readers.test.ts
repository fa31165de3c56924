import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { endsIn, signReaderToken, SIGNER_SECRET } from '../support/signed-readers/reader-tokens.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import { makeVerifies } from '../support/verifies.ts'
import { transports } from './support/transports.ts'
import { PAGE } from './support/widget.ts'

const TEXT = 'Reset a key under Settings [1].'
/** Half a minute of text: an answer that goes on to its end is seen by what its model has sent. */
const LONG = says(
  Array.from({ length: 300 }, (_, index) => (index % 20 === 0 ? `${TEXT} ` : 'Really. ')),
  { delayMs: 100 },
)

const { test } = sharingAnswers()
const verifies = makeVerifies(test)

type World = { docs: Knowledge; clientKey: string; groupId: string; signerId: string }

/** A page in a group for signed readers, or in an open one, and a key of both. */
async function createWorld(service: Service, isOpen: boolean): Promise<World> {
  const docs = await createKnowledge(service)
  const { knowledgeBaseId } = docs
  const { admin } = service
  const members = { name: 'members', signed_readers_only: !isOpen }
  const { id: groupId } = await admin.groups.create(knowledgeBaseId, members)
  const page = { url: `${PAGE}/keys`, content: '# Keys\n\nReset a key under Settings.' }
  await putPages(service, knowledgeBaseId, [{ ...page, group_id: groupId }])
  const signer = { name: 'Login', secret: SIGNER_SECRET }
  const { id: signerId } = await admin.readerSigners.create(knowledgeBaseId, signer)
  const clientKey = await createPublicKey(admin, knowledgeBaseId, [groupId])
  return { docs, clientKey, groupId, signerId }
}

type Flip = {
  name: string
  isOpen?: true
  /** Seconds until the token ends. */
  lasts?: number
  /** Of the token; null: none is sent. */
  groups?: string[] | null
  apply: (service: Service, world: World) => Promise<unknown>
}

const FLIPS: readonly Flip[] = [
  {
    name: 'a deleted signer',
    apply: ({ admin }, { docs, signerId }) =>
      admin.readerSigners.remove(docs.knowledgeBaseId, signerId),
  },
  {
    name: 'a replaced secret',
    apply: ({ admin }, { docs, signerId }) =>
      admin.readerSigners.rotate(docs.knowledgeBaseId, signerId, {}),
  },
  {
    name: 'a signer with another issuer',
    apply: ({ admin }, { docs, signerId }) =>
      admin.readerSigners.change(docs.knowledgeBaseId, signerId, { issuer: 'https://id.invalid' }),
  },
  { name: 'a token that expires', lasts: 6, apply: () => sleep(5_000) },
  {
    name: 'a group that is closed to readers without a token',
    isOpen: true,
    groups: null,
    apply: closeGroup,
  },
  {
    name: 'a group that is closed to readers whose token does not name it',
    isOpen: true,
    groups: [],
    apply: closeGroup,
  },
]

function closeGroup({ admin }: Service, { docs, groupId }: World) {
  return admin.groups.change(docs.knowledgeBaseId, groupId, { signed_readers_only: true })
}

/** Until so many answers have sent their first words. */
async function untilWriting(model: ModelServer, from: number, count: number): Promise<void> {
  const isWriting = () =>
    model.requests.slice(from).filter(({ sentPieces }) => sentPieces > 2).length === count
  for (let tries = 0; tries < 200 && !isWriting(); tries += 1) await sleep(50)
  expect(isWriting()).toBe(true)
}

for (const { name, isOpen = false, lasts = 300, groups = ['members'], apply } of FLIPS) {
  verifies(
    'reader-token.mid-answer',
    `${name} ends the answers under way, over every transport`,
    async ({ service, model, database }) => {
      const world = await createWorld(service, isOpen)
      const { knowledgeBaseId } = world.docs
      model.answer(() => LONG)
      const from = model.requests.length
      const claims = { sub: 'ada', aud: knowledgeBaseId, groups, exp: endsIn(lasts) }
      const shown = {
        clientKey: world.clientKey,
        ...(groups === null ? {} : { readerToken: signReaderToken(claims) }),
      }
      const body = { query: 'How do I reset a key?' }
      const asked = Promise.all(
        transports.map((transport) => transport.ask(service, { knowledgeBaseId, shown, body })),
      )
      await untilWriting(model, from, transports.length)
      await apply(service, world)
      const sentBefore = model.requests.slice(from).map(({ sentPieces }) => sentPieces)
      expect(await asked).toEqual(transports.map(() => ({ kind: 'failed', code: 'CANCELLED' })))
      // 10 s of text at most, where a second is meant: the machine may be busy.
      for (const [index, request] of model.requests.slice(from).entries()) {
        expect(request.sentPieces - (sentBefore[index] ?? 0)).toBeLessThan(100)
      }
      const kept = `select from messages where knowledge_base_id = '${knowledgeBaseId}'`
      expect(await readRows(database, kept)).toEqual([])
    },
  )
}

verifies(
  'reader-token.mid-answer',
  'An answer goes on when only the name of the signer changes',
  async ({ service, model }) => {
    const world = await createWorld(service, false)
    const { knowledgeBaseId } = world.docs
    model.answer(() =>
      says(
        Array.from({ length: 20 }, () => `${TEXT} `),
        { delayMs: 100 },
      ),
    )
    const from = model.requests.length
    const claims = { sub: 'ada', aud: knowledgeBaseId, groups: ['members'] }
    const shown = { clientKey: world.clientKey, readerToken: signReaderToken(claims) }
    const body = { query: 'How do I reset a key?' }
    const asked = Promise.all(
      transports.map((transport) => transport.ask(service, { knowledgeBaseId, shown, body })),
    )
    await untilWriting(model, from, transports.length)
    const { readerSigners } = service.admin
    await readerSigners.change(knowledgeBaseId, world.signerId, { name: 'Portal' })
    await readerSigners.rotate(knowledgeBaseId, world.signerId, { previous_valid_hours: 1 })
    for (const decision of await asked) expect(decision).toMatchObject({ kind: 'answered' })
  },
)
