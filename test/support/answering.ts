import type { ModelServer } from '../fakes/model-server.ts'
import { startModelServer } from '../fakes/model-server.ts'
import { acceptance, steeredBy } from './acceptance.ts'
import { startService } from './service.ts'
import { makeVerifies } from './verifies.ts'

export const MODEL_KEY = 'sk-for-the-tests'

/** The settings that make a service have this model write its answers. */
export const writtenBy = ({ url }: Pick<ModelServer, 'url'>): Record<string, string> => ({
  ANSWER_PROVIDER: 'openai-compatible',
  ANSWER_BASE_URL: url,
  ANSWER_MODEL: 'scripted',
  ANSWER_API_KEY: MODEL_KEY,
  // Its scripts are for answers.
  STARTER_QUESTIONS_BY_MODEL: 'false',
})

/** As `acceptance`, with a scripted model that writes the answers. */
export function answering(environment: Record<string, string> = {}) {
  const test = acceptance()
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
    .test.extend('model', { scope: 'file' }, async ({}, { onCleanup }) => {
      const model = await startModelServer({ apiKey: MODEL_KEY })
      onCleanup(() => model.close())
      return model
    })
    .extend(
      'service',
      { scope: 'file' },
      async ({ database, embeddings, model }, { onCleanup }) => {
        const env = { ...steeredBy(embeddings), ...writtenBy(model), ...environment }
        const service = await startService({ databaseUrl: database.ownerUrl, env })
        onCleanup(() => service.kill())
        return service
      },
    )
  return { test, verifies: makeVerifies(test) }
}
