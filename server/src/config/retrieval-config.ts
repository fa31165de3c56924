import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import type { EmbeddingConfig } from '../models/embedding/create-embedder.ts'
import type { RerankConfig } from '../models/reranking/create-reranker.ts'
import { count } from './setting-types.ts'

/** The settings of the models that searches use, and of the standbys that help. */
export const retrievalEnvironment = {
  CANDIDATE_DATABASE_URLS: z
    .string()
    .optional()
    .describe(
      'Streaming standbys of the database that find candidates for searches, separated by commas: ' +
        'logins as API_DATABASE_URL has one. All members of a cluster may be named; the one that ' +
        'leads is passed over (docs/guides/high-availability.md). Default: the primary searches alone.',
    ),
  CANDIDATE_TIMEOUT_MS: count
    .min(50)
    .max(10_000)
    .default(500)
    .describe('How long to wait for a standby before the primary searches itself.'),
  CANDIDATE_MAX_LAG_SECONDS: count
    .min(1)
    .max(60)
    .default(10)
    .describe(
      'A standby that is further behind is not asked. Pages that are newer than what it has ' +
        'are found late by so much; what was restricted is never shown.',
    ),
  EMBEDDING_MODEL_DIR: z
    .string()
    .optional()
    .describe(
      'Folder with local ONNX weights, or several separated by commas: new knowledge bases use ' +
        'the first, re-embedding can use any. Either this or EMBEDDING_URL is required.',
    ),
  EMBEDDING_URL: z
    .url()
    .optional()
    .describe(
      'Base URL of an OpenAI-compatible embedding server. If EMBEDDING_MODEL_DIR is set too, ' +
        'this model comes after the folders.',
    ),
  EMBEDDING_MODEL: z.string().optional().describe('Model name at EMBEDDING_URL.'),
  EMBEDDING_DIMENSIONS: count.min(1).max(4000).optional().describe('Vector length of that model.'),
  EMBEDDING_UNRELATED_COSINE: z.coerce
    .number()
    .min(0)
    .max(0.99)
    .optional()
    .describe(
      'Similarity baseline: the cosine that the model gives unrelated texts, where scores ' +
        'begin. Default: measured with the first question.',
    ),
  EMBEDDING_API_KEY: z
    .string()
    .optional()
    .describe('API key of the embedding server, if it needs one.'),
  EMBEDDING_THREADS: count
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Threads for local weights; default: all cores. With 1 they are loaded once, else twice.',
    ),
  RERANK_MODEL_DIR: z
    .string()
    .optional()
    .describe(
      'Folder with the ONNX weights of a cross-encoder. Without this and RERANK_URL nothing is ' +
        'reranked.',
    ),
  RERANK_URL: z
    .url()
    .optional()
    .describe(
      'Base URL of a reranking server, including the version: requests go to <this>/rerank.',
    ),
  RERANK_MODEL: z.string().optional().describe('Model name at RERANK_URL.'),
  RERANK_API_KEY: z
    .string()
    .optional()
    .describe('API key of the reranking server, if it needs one.'),
  RERANK_THREADS: count.min(1).max(64).optional().describe('Threads for the local reranker.'),
  RERANK_PASSAGES: count
    .min(2)
    .max(100)
    .default(30)
    .describe('How many of the best passages are reranked.'),
  RERANK_TIMEOUT_MS: count
    .min(50)
    .max(10_000)
    .default(800)
    .describe('How long to wait for the reranker before results keep their order.'),
}

type Environment = z.infer<z.ZodObject<typeof retrievalEnvironment>>

/** The addresses of standbys that find candidates. */
export function readStandbyUrls({
  CANDIDATE_DATABASE_URLS: urls = '',
}: Pick<Environment, 'CANDIDATE_DATABASE_URLS'>): readonly string[] {
  const listed = urls
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  if (listed.every((url) => URL.canParse(url) && new URL(url).host !== '')) return listed
  throw new ConfigError(
    'CANDIDATE_DATABASE_URLS has to be a list of URLs such as ' +
      'postgres://footnote:…@10.0.0.2/footnote, separated by commas.',
  )
}

export function readEmbedding(
  environment: Environment,
): readonly [EmbeddingConfig, ...EmbeddingConfig[]] {
  const { EMBEDDING_MODEL_DIR: folders = '', EMBEDDING_URL: baseUrl } = environment
  const threads = environment.EMBEDDING_THREADS
  const local = folders
    .split(',')
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '')
    .map((modelDir): EmbeddingConfig => ({ kind: 'local', modelDir, threads }))
  const [first, ...others] = [...local, ...(baseUrl === undefined ? [] : [served(environment)])]
  if (first) return [first, ...others]
  throw new ConfigError(
    'Set EMBEDDING_MODEL_DIR (a folder of ONNX weights; scripts/models fetches one to try) or ' +
      'EMBEDDING_URL (an OpenAI-compatible server).',
  )
}

function served(environment: Environment): EmbeddingConfig {
  const {
    EMBEDDING_URL: baseUrl,
    EMBEDDING_MODEL: model,
    EMBEDDING_DIMENSIONS: dimensions,
  } = environment
  if (baseUrl === undefined || model === undefined || dimensions === undefined) {
    throw new ConfigError('EMBEDDING_URL also needs EMBEDDING_MODEL and EMBEDDING_DIMENSIONS.')
  }
  return {
    kind: 'openai',
    baseUrl,
    apiKey: environment.EMBEDDING_API_KEY,
    model,
    dimensions,
    similarityBaseline: environment.EMBEDDING_UNRELATED_COSINE,
  }
}

export function readRerank(environment: Environment): RerankConfig {
  const { RERANK_MODEL_DIR: modelDir, RERANK_URL: url, RERANK_MODEL: model } = environment
  if (modelDir !== undefined && url !== undefined) {
    throw new ConfigError('Set RERANK_MODEL_DIR or RERANK_URL, not both.')
  }
  if (modelDir !== undefined) {
    return { kind: 'local', modelDir, threads: environment.RERANK_THREADS }
  }
  if (url === undefined) return { kind: 'none' }
  if (model === undefined) throw new ConfigError('RERANK_URL also needs RERANK_MODEL.')
  return { kind: 'http', url, apiKey: environment.RERANK_API_KEY, model }
}

/** How long reranking may take, and of how many passages. */
export const rerankSettings = (settings: {
  RERANK_TIMEOUT_MS: number
  RERANK_PASSAGES: number
}) => ({ timeoutMs: settings.RERANK_TIMEOUT_MS, maxPassages: settings.RERANK_PASSAGES })
