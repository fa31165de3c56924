import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTenant } from '../../../../test/support/store/seed.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import {
  asReader,
  asWorker,
  indexPage,
  openStore,
  page,
  storePassages,
} from '../../../../test/support/store/store.ts'
import { changeDocument, deleteDocument } from '../../knowledge/documents.ts'
import { findSearchContext } from '../../knowledge/search-context.ts'
import { newId } from '../../platform/new-id.ts'
import { runPrepared } from '../../platform/database/statements.ts'
import { NOTHING_MISSING, planReading } from './read-words.ts'

const DICTIONARY = new Set(
  'app fake back configure do how install laptop please the up with work you'.split(' '),
)

let store: Store
beforeAll(async () => {
  store = await openStore()
  await indexPage(store, page('https://a.test/deploy'), [
    'A Deployment runs pods. Deploying takes a minute. A deployment has a StatefulSet beside it.',
    'Roll back a deployment. Set up a back-up of the fork.',
  ])
})
afterAll(() => store.close())

async function read(text: string, groupIds: string[] | null = null, tenant = store.tenant) {
  const { searchedFor, missing } = await asReader(
    store,
    async (tx) => {
      const caller = await findSearchContext(tx, tenant)
      const reading = planReading({ caller, text, groupIds, dictionary: DICTIONARY })
      if (!reading) return NOTHING_MISSING
      const [row] = await runPrepared(tx, reading.statement)
      return reading.read(row)
    },
    tenant,
  )
  return { searchedFor, missing }
}

const restrict = (id: string, visibility: 'public' | 'restricted', tenant = store.tenant) =>
  asWorker(
    store,
    (tx) => changeDocument({ tx, queue: store.queue, tenant }, id, { visibility }),
    tenant,
  )

test.each([
  ['How do I roll back a deploymnet?', 'How do I roll back a deployment?'],
  ['Deploymnet of pods', 'Deployment of pods'],
  ['what is a StatfulSet', 'what is a Statefulset'],
  ['delpoyment runs pdos', 'deployment runs pods'],
  ['how to frok', 'how to fork'],
])('words that are mistyped are mended: %s', async (typed, mended) => {
  expect(await read(typed)).toEqual({ searchedFor: mended, missing: [] })
})

test.each([
  'How do I configure deployments of my laptop, please?',
  'deployed deploys DEPLOYMENT',
  'roll back my-app-17 or v1.29.3',
  'install the fake',
  'what is rollBack',
  "What's a pod, and why doesn't it run?",
  'cambiar el despliegue de la aplicación en la configuración',
])('nothing is missing in %s', async (typed) => {
  expect((await read(typed)).missing).toEqual([])
})

test.each([
  ['How do I configure Jenkins?', ['Jenkins']],
  ['install kafka', ['kafka']],
  ['Does a deployment work with ESP32 or DynamoDB?', ['ESP32', 'DynamoDB']],
  ['back up with Velero', ['Velero']],
  ['run it on MinuteFork', ['MinuteFork']],
])('a name that no page mentions is missing: %s', async (typed, missing) => {
  expect(await read(typed)).toEqual({ searchedFor: null, missing })
})

test('a word of a restricted page is neither what was meant nor mentioned, until it is shown', async () => {
  const tenant = await seedTenant(store.worker.db)
  await indexPage(store, page('https://a.test/open'), ['Pods run.'], tenant)
  const { id } = await indexPage(store, page('https://a.test/secret'), ['Falconry flies.'], tenant)
  await restrict(id, 'restricted', tenant)
  const asked = () =>
    Promise.all(['falcnory', 'Is there a Falconry?'].map((text) => read(text, null, tenant)))
  expect(await asked()).toEqual([
    { searchedFor: null, missing: ['falcnory'] },
    { searchedFor: null, missing: ['Falconry'] },
  ])
  await restrict(id, 'public', tenant)
  expect(await asked()).toEqual([
    { searchedFor: 'falconry', missing: [] },
    { searchedFor: null, missing: [] },
  ])
})

test('a form of a word that only a restricted page has is not shown', async () => {
  const tenant = await seedTenant(store.worker.db)
  await indexPage(store, page('https://a.test/open'), ['One falcon.'], tenant)
  const hidden = await indexPage(store, page('https://a.test/secret'), ['Two falcons.'], tenant)
  await restrict(hidden.id, 'restricted', tenant)
  // Both are of one term.
  expect(await read('falocns', null, tenant)).toEqual({ searchedFor: null, missing: ['falocns'] })
})

test('what only another group has is neither what was meant nor mentioned', async () => {
  const tenant = await seedTenant(store.worker.db)
  const [ours, theirs] = await asWorker(
    store,
    async (tx) => {
      const ids = [newId(), newId()]
      for (const [index, id] of ids.entries()) {
        await tx
          .insertInto('source_groups')
          .values({ knowledge_base_id: tenant.knowledgeBaseId, id, name: `group ${index}` })
          .execute()
      }
      return ids as [string, string]
    },
    tenant,
  )
  await indexPage(store, page('https://a.test/1', { group_id: ours }), ['Pods run.'], tenant)
  await indexPage(store, page('https://a.test/2', { group_id: theirs }), ['Falconry.'], tenant)
  const asked = (groups: string[]) =>
    Promise.all(['falcnory', 'Is there a Falconry?'].map((text) => read(text, groups, tenant)))
  expect(await asked([ours])).toEqual([
    { searchedFor: null, missing: ['falcnory'] },
    { searchedFor: null, missing: ['Falconry'] },
  ])
  expect(await asked([ours, theirs])).toEqual([
    { searchedFor: 'falconry', missing: [] },
    { searchedFor: null, missing: [] },
  ])
})

test('what another knowledge base has is not shown', async () => {
  const tenant = await seedTenant(store.worker.db)
  await indexPage(store, page('https://a.test/open'), ['Pods run.'], tenant)
  expect(await read('roll back a deploymnet', null, tenant)).toMatchObject({ searchedFor: null })
})

test('the words of a page come and go with it', async () => {
  const tenant = await seedTenant(store.worker.db)
  const stored = () =>
    asWorker(
      store,
      async (tx) => {
        const rows = await tx.selectFrom('page_words').select('word').orderBy('word').execute()
        return rows.map(({ word }) => word)
      },
      tenant,
    )
  const one = await indexPage(
    store,
    page('https://a.test/1', { title: 'Moon' }),
    ['Owls, moon.'],
    tenant,
  )
  const two = await indexPage(
    store,
    page('https://a.test/2', { title: 'Moon' }),
    ['Bats, moon.'],
    tenant,
  )
  expect(await stored()).toEqual(['bats', 'moon', 'owls'])
  await storePassages(store, one.id, ['Wolves, moon.'], tenant)
  expect(await stored()).toEqual(['bats', 'moon', 'wolves'])
  await restrict(one.id, 'restricted', tenant)
  expect(await stored()).toEqual(['bats', 'moon'])
  await restrict(one.id, 'public', tenant)
  expect(await stored()).toEqual(['bats', 'moon', 'wolves'])
  await asWorker(store, (tx) => deleteDocument({ tx, queue: store.queue, tenant }, two.id), tenant)
  expect(await stored()).toEqual(['moon', 'wolves'])
})
