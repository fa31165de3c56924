import type { Metrics } from '../../platform/metrics.ts'
import { ModelFailure } from '../model-failure.ts'
import type { LanguageModel, Written } from './language-model.ts'
import type { LanguageModels } from './language-models.ts'

type ModelMetrics = Pick<Metrics, 'modelSeconds' | 'modelTokens'>

/** The same models, every call of which is counted. */
export const countedModels = (models: LanguageModels, metrics: ModelMetrics): LanguageModels => ({
  ...models,
  standard: models.standard && countedModel(models.standard, metrics),
  of(stored, knowledgeBaseId) {
    const model = models.of(stored, knowledgeBaseId)
    return model && countedModel(model, metrics)
  },
})

/** Its time, how it ended, and its tokens where the provider gives them. */
export const countedModel = (model: LanguageModel, metrics: ModelMetrics): LanguageModel => ({
  name: model.name,
  async *write(prompt, signal) {
    const provider = providerOf(model)
    const end = metrics.modelSeconds.startTimer({ provider })
    // Holds when the consumer's loop ends early, which no catch sees.
    let outcome = 'cancelled'
    try {
      const written = yield* model.write(prompt, signal)
      outcome = 'written'
      countTokens(metrics, provider, written)
      return written
    } catch (error) {
      outcome = error instanceof ModelFailure ? error.code : 'internal'
      throw error
    } finally {
      end({ outcome })
    }
  },
})

/** Of few, unlike models: knowledge bases choose those themselves. */
const providerOf = ({ name }: LanguageModel): string => name.split('/', 1)[0] ?? name

function countTokens({ modelTokens }: ModelMetrics, provider: string, written: Written): void {
  const { inputTokens, outputTokens } = written
  if (inputTokens !== undefined) modelTokens.inc({ provider, direction: 'input' }, inputTokens)
  if (outputTokens !== undefined) modelTokens.inc({ provider, direction: 'output' }, outputTokens)
}
