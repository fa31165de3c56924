import { test as baseTest } from 'vitest'
import type { ModelServer } from '../fakes/model-server.ts'
import { startModelServer } from '../fakes/model-server.ts'
import type { SteeredEmbeddings } from './acceptance.ts'
import { startSteeredEmbeddings, steeredBy } from './acceptance.ts'
import { MODEL_KEY, writtenBy } from './answering.ts'
import { createKnowledge } from './knowledge.ts'
import { MANY_ATTEMPTS } from '../acceptance/support/people.ts'
import type { Service } from './service.ts'
import { settingsByDatabase, startService } from './service.ts'
import type { TestDatabase } from './store/services.ts'
import { createDatabase } from './store/services.ts'
import { makeVerifies } from './verifies.ts'

type Installation = {
  database: TestDatabase
  embeddings: SteeredEmbeddings
  model: ModelServer
  service: Service
}

/** Installations of this worker, which keeps its modules from file to file. */
const installations = new Map<Writer, Promise<Installation>>()

type Writer = 'without a model' | 'with a model'

/**
 * As `acceptance`, with a service that other files use before and after: for tests that look only at
 * what they made themselves. Starting a service and warming it up takes more CPU than most files need.
 * None of them steers the embeddings: a service keeps the vectors of questions, so that a file after it
 * would find others than it expects.
 */
export function sharing() {
  const test = sharedTest('without a model')
  return { test, verifies: makeVerifies(test) }
}

/** As `answering`, with a service that other files use before and after. */
export function sharingAnswers() {
  const test = sharedTest('with a model').extend(
    'model',
    { scope: 'file' },
    ({ installation: { model } }, { onCleanup }) => {
      onCleanup(() => model.reset())
      return model
    },
  )
  return { test, verifies: makeVerifies(test) }
}

const sharedTest = (writer: Writer) =>
  baseTest
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
    .extend('installation', { scope: 'worker' }, ({}, { onCleanup }) => {
      const running = installations.get(writer)
      if (running) return running
      const started = install(writer)
      installations.set(writer, started)
      onCleanup(async () => remove(await started))
      return started
    })
    .extend('database', { scope: 'file' }, ({ installation }) => installation.database)
    .extend(
      'embeddings',
      { scope: 'file' },
      ({ installation }): Pick<SteeredEmbeddings, 'url'> => installation.embeddings,
    )
    .extend('service', { scope: 'file' }, ({ installation }) => installation.service)
    .extend('knowledge', async ({ service }) => createKnowledge(service))

async function install(writer: Writer): Promise<Installation> {
  const database = await createDatabase()
  // For those too that a file starts beside the shared one.
  settingsByDatabase.set(database.ownerUrl, { SECRETS_KEY: 'a key for the tests, 32 characters' })
  const embeddings = await startSteeredEmbeddings()
  const model = await startModelServer({ apiKey: MODEL_KEY })
  const env = {
    ...steeredBy(embeddings),
    ...MANY_ATTEMPTS,
    ...(writer === 'with a model' ? writtenBy(model) : {}),
  }
  const service = await startService({ databaseUrl: database.ownerUrl, env })
  return { database, embeddings, model, service }
}

async function remove({ database, embeddings, model, service }: Installation): Promise<void> {
  await service.kill()
  await Promise.all([database.drop(), embeddings.close(), model.close()])
}
