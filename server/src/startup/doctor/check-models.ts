import { modelSettings } from '../../config/answer-config.ts'
import type { Config } from '../../config/config.ts'
import { createEmbedder } from '../../models/embedding/create-embedder.ts'
import type { EmbeddingConfig } from '../../models/embedding/create-embedder.ts'
import { createLanguageModels } from '../../models/language/language-models.ts'
import { testModel } from '../../models/language/test-model.ts'
import { createReranker } from '../../models/reranking/create-reranker.ts'
import type { Finding } from './finding.ts'
import { ok, problem, problemFrom, readText } from './finding.ts'

const EMBEDDING_MS = 20_000
const SAMPLE = 'How do I rotate a key?'

export type CheckedModel = { readonly finding: Finding; readonly model: string | null }

/** Loads it and embeds a question. */
export async function checkEmbedding(config: EmbeddingConfig): Promise<CheckedModel> {
  const check = 'embedding model'
  try {
    const embedder = await createEmbedder(config)
    try {
      const vector = await embedder.embedQuery(SAMPLE, AbortSignal.timeout(EMBEDDING_MS))
      const { model, dimensions } = embedder
      if (vector.length === dimensions) {
        return { finding: ok(check, `${model} returns ${dimensions} dimensions.`), model }
      }
      const message = `${model} returns ${vector.length} dimensions, not ${dimensions}.`
      return { finding: problem(check, message, 'Correct EMBEDDING_DIMENSIONS.'), model }
    } finally {
      await embedder.close()
    }
  } catch (error) {
    return { finding: embeddingProblem(check, config, readText(error)), model: null }
  }
}

const embeddingProblem = (check: string, config: EmbeddingConfig, text: string): Finding =>
  config.kind === 'local'
    ? problemFrom(check, text, 'Correct EMBEDDING_MODEL_DIR, or fetch the model again.')
    : problem(
        check,
        `${config.model} at ${new URL(config.baseUrl).origin} cannot be used: ${text}`,
        'Check that the server runs, and EMBEDDING_URL, EMBEDDING_MODEL, EMBEDDING_DIMENSIONS and EMBEDDING_API_KEY.',
      )

/** Asks it for a word, which costs a few tokens. */
export async function checkAnswering(config: Config): Promise<Finding> {
  const check = 'answering model'
  if (config.answer === null) {
    return ok(check, 'None is configured: answers quote the documents.')
  }
  const models = createLanguageModels({
    ...modelSettings(config),
    secrets: null,
    allowPrivateHosts: true,
  })
  try {
    if (models.standard === null) throw new Error('No embedding model is configured')
    const { model, error } = await testModel(models.standard, new AbortController().signal)
    if (error === null) return ok(check, `${model} answers.`)
    const details = error.detail === null ? '' : ` (${error.detail})`
    return problem(
      check,
      `${model} cannot be used: ${error.message}${details}`,
      'Check ANSWER_MODEL, ANSWER_API_KEY and ANSWER_BASE_URL, and that the provider is up and paid.',
    )
  } finally {
    await models.close()
  }
}

export async function checkReranker(config: Config): Promise<Finding | null> {
  if (config.rerank.kind === 'none') return null
  const check = 'reranker'
  try {
    const reranker = await createReranker(config.rerank)
    try {
      await reranker?.rerank(SAMPLE, [SAMPLE], AbortSignal.timeout(EMBEDDING_MS))
      return ok(check, `${reranker?.model} answers.`)
    } finally {
      await reranker?.close()
    }
  } catch (error) {
    return config.rerank.kind === 'local'
      ? problemFrom(check, readText(error), 'Correct RERANK_MODEL_DIR, or fetch the model again.')
      : problem(
          check,
          `${config.rerank.model} cannot be used: ${readText(error)}`,
          'Check that the server runs, and RERANK_URL, RERANK_MODEL and RERANK_API_KEY.',
        )
  }
}
