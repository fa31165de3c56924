import type { Metrics } from '../../platform/metrics.ts'
import type { Span } from '../../platform/tracing/span.ts'
import { currentSpan } from '../../platform/tracing/span.ts'
import { ModelFailure } from '../model-failure.ts'
import type { LanguageModel, Prompt, Written } from './language-model.ts'
import type { LanguageModels } from './language-models.ts'

type ModelMetrics = Pick<Metrics, 'modelSeconds' | 'modelTokens'>

/** The same models, every call of which is counted and traced. */
export const observedModels = (models: LanguageModels, metrics: ModelMetrics): LanguageModels => ({
  ...models,
  standard: models.standard && observedModel(models.standard, metrics),
  of(stored, knowledgeBaseId) {
    const model = models.of(stored, knowledgeBaseId)
    return model && observedModel(model, metrics)
  },
})

/** Its time, how it ended, and its tokens where the provider gives them. */
export const observedModel = (model: LanguageModel, metrics: ModelMetrics): LanguageModel => ({
  name: model.name,
  async *write(prompt, signal) {
    const { provider, name } = splitName(model)
    const end = metrics.modelSeconds.startTimer({ provider })
    const span = startCall(provider, name, prompt)
    // Holds when the consumer's loop ends early, which no catch sees.
    let outcome = 'cancelled'
    try {
      const written = yield* span
        ? traced(model.write(prompt, signal), span)
        : model.write(prompt, signal)
      outcome = 'written'
      countTokens(metrics, provider, written)
      return written
    } catch (error) {
      outcome = error instanceof ModelFailure ? error.code : 'internal'
      throw error
    } finally {
      end({ outcome })
      span?.end(outcome === 'written' || outcome === 'cancelled' ? undefined : outcome)
    }
  },
})

/** Providers are few, unlike models: knowledge bases choose those themselves. */
function splitName({ name }: LanguageModel): { provider: string; name: string } {
  const [provider = name, ...rest] = name.split('/')
  return { provider, name: rest.join('/') }
}

function countTokens({ modelTokens }: ModelMetrics, provider: string, written: Written): void {
  const { inputTokens, outputTokens } = written
  if (inputTokens !== undefined) modelTokens.inc({ provider, direction: 'input' }, inputTokens)
  if (outputTokens !== undefined) modelTokens.inc({ provider, direction: 'output' }, outputTokens)
}

/** As OpenTelemetry names them; the others have the same name there. */
const PROVIDERS: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  mistral: 'mistral_ai',
}

/** https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/ */
function startCall(provider: string, model: string, prompt: Prompt): Span | undefined {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDERS[provider] ?? provider,
    'gen_ai.request.model': model,
    'gen_ai.request.max_tokens': prompt.maxOutputTokens,
  }
  const span = currentSpan()?.start(`chat ${model}`, attributes, 'client')
  span?.setText('gen_ai.system_instructions', () => JSON.stringify([textPart(prompt.system)]))
  span?.setText('gen_ai.input.messages', () =>
    JSON.stringify(
      prompt.messages.map(({ role, content }) => ({ role, parts: [textPart(content)] })),
    ),
  )
  return span
}

const textPart = (content: string) => ({ type: 'text', content })

async function* traced(
  pieces: ReturnType<LanguageModel['write']>,
  span: Span,
): ReturnType<LanguageModel['write']> {
  let text = ''
  try {
    for (;;) {
      const next = await pieces.next()
      if (next.done) {
        span.set({
          'gen_ai.usage.input_tokens': next.value.inputTokens,
          'gen_ai.usage.output_tokens': next.value.outputTokens,
        })
        return next.value
      }
      if (text === '') span.note('first_piece')
      text += next.value.join('')
      yield next.value
    }
  } finally {
    await pieces.return({ inputTokens: undefined, outputTokens: undefined })
    span.setText('gen_ai.output.messages', () =>
      JSON.stringify([{ role: 'assistant', parts: [textPart(text)] }]),
    )
  }
}
