import { z } from 'zod'
import { answerEnvironment, readAnswerModel } from './answer-config.ts'
import type { RecaptchaSettings } from './access/ask-recaptcha.ts'
import type { EmbeddingConfig } from './models/create-embedder.ts'
import type { RerankConfig } from './models/create-reranker.ts'
import type { StandardModel } from './models/language-models.ts'
import { readSourcesConfig, sourceEnvironment } from './source-config.ts'
import type { SourcesConfig } from './source-config.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const count = z.coerce.number().int()

/** Every setting, its default and its reason. docs/configuration.md is made from this. */
export const Environment = z.object({
  DATABASE_URL: z
    .url()
    .describe('The owner’s login: it migrates, and switches to the api and worker roles to serve.'),
  API_DATABASE_URL: z
    .url()
    .optional()
    .describe('A login of its own for the api role. Default: DATABASE_URL.'),
  WORKER_DATABASE_URL: z
    .url()
    .optional()
    .describe('A login of its own for the worker role. Default: DATABASE_URL.'),
  DATABASE_CONNECTIONS: count
    .min(2)
    .max(500)
    .default(20)
    .describe('Connections each process may open for each of the two roles.'),
  REDIS_URL: z
    .url()
    .optional()
    .describe('Redis or Valkey, to share rate limits between processes. Optional.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  PORT: count.min(0).max(65_535).default(8080).describe('Port to listen on; 0 takes a free one.'),
  WORKER_PORT: count
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of a `worker` for health and metrics. Default: it listens on none.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => new URL(url).origin === url.replace(/\/$/, ''),
      'must be an origin, without a path',
    )
    .transform((url) => new URL(url).origin)
    .optional()
    .describe(
      'Where readers reach the service, such as https://ask.example.com. Without it MCP is served ' +
        'on this machine’s own names only, and readers cannot sign in.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server for readers’ sign-in links, such as smtps://name:secret@mail.example.com.',
    ),
  MAIL_FROM: z
    .string()
    .default('Footnote <footnote@localhost>')
    .describe('Whom those messages are from.'),
  SIGN_IN_ATTEMPTS_PER_MINUTE: count
    .min(1)
    .default(10)
    .describe(
      'Sign-in links a minute to one e-mail address; links, and registrations of AI tools, for one ' +
        'network address.',
    ),
  ALLOW_PRIVATE_SIGN_IN_HOSTS: flag
    .default(false)
    .describe(
      'Let knowledge bases use an OpenID provider at a private address. Only where all who may set ' +
        'one are trusted.',
    ),
  ADMIN_TOKEN: z
    .string()
    .min(24)
    .describe('The operator’s token for the admin API. At least 24 characters.'),
  KEY_PEPPER: z
    .string()
    .min(32)
    .describe(
      'Secret under which client keys are stored. At least 32 characters; never change it.',
    ),
  CELL: z
    .string()
    .regex(/^[0-9A-Za-z]{2}$/)
    .default('00')
    .describe('Two characters in every new key that name this deployment.'),
  EMBEDDING_MODEL_DIR: z
    .string()
    .optional()
    .describe(
      'Folder with local ONNX weights, or several separated by commas: new knowledge bases get the ' +
        'first, re-embedding takes any. Either this or EMBEDDING_URL is needed.',
    ),
  EMBEDDING_URL: z
    .url()
    .optional()
    .describe(
      'Base URL of an OpenAI-compatible embedding server. Beside EMBEDDING_MODEL_DIR its model ' +
        'comes after the folders.',
    ),
  EMBEDDING_MODEL: z.string().optional().describe('Model name at EMBEDDING_URL.'),
  EMBEDDING_DIMENSIONS: count.min(1).max(4000).optional().describe('Its vector length.'),
  EMBEDDING_API_KEY: z.string().optional().describe('Its key, if it needs one.'),
  EMBEDDING_THREADS: count.min(1).max(64).optional().describe('Threads for local weights.'),
  RERANK_MODEL_DIR: z
    .string()
    .optional()
    .describe(
      'Folder with a cross-encoder’s ONNX weights. Without it and RERANK_URL: no reranking.',
    ),
  RERANK_URL: z
    .url()
    .optional()
    .describe('Base URL of a reranking server, up to and with the version: POST <this>/rerank.'),
  RERANK_MODEL: z.string().optional().describe('Model name at RERANK_URL.'),
  RERANK_API_KEY: z.string().optional().describe('Its key, if it needs one.'),
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
    .describe('A reranker that takes longer is not waited for.'),
  ...answerEnvironment,
  RECAPTCHA_SITE_KEY: z
    .string()
    .optional()
    .describe('Site key of reCAPTCHA v3, given to readers’ pages. Without it: no CAPTCHA.'),
  RECAPTCHA_SECRET: z.string().optional().describe('Its secret, to verify tokens with.'),
  RECAPTCHA_VERIFY_URL: z
    .url()
    .default('https://www.google.com/recaptcha/api/siteverify')
    .describe('Where tokens are verified.'),
  RECAPTCHA_MIN_SCORE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('A token with a lower score fails. 0 is surely a machine, 1 surely a person.'),
  RECAPTCHA_TIMEOUT_MS: count
    .min(100)
    .max(30_000)
    .default(3_000)
    .describe('A token that takes longer to verify fails.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  TRUST_PROXY: flag
    .default(false)
    .describe('Take the reader’s address from X-Forwarded-For. Only behind a proxy that sets it.'),
  RATE_LIMIT_PER_KEY: count
    .min(0)
    .default(1_200)
    .describe('Requests a minute for one key. 0: none.'),
  RATE_LIMIT_PER_ADDRESS: count
    .min(0)
    .default(600)
    .describe('Requests a minute from one address without a secret pair. 0: none.'),
  MAX_OPEN_REQUESTS: count
    .min(1)
    .default(1_000)
    .describe('Requests served at once; more are refused with 429.'),
  MAX_EVENT_LOOP_DELAY_MS: count
    .min(0)
    .default(1_000)
    .describe('Refuse with 429 while the process lags more than this. 0: never.'),
  MAX_SOCKETS: count
    .min(0)
    .default(10_000)
    .describe('WebSocket connections that the process holds. Each takes an open file.'),
  MAX_SOCKETS_PER_KEY: count
    .min(0)
    .default(5_000)
    .describe('WebSocket connections of one key in one process. 0: no limit.'),
  DRAIN_SECONDS: count
    .min(0)
    .max(600)
    .default(30)
    .describe('How long requests may finish after SIGTERM.'),
  ...sourceEnvironment,
  WORKER_CONCURRENCY: count.min(1).max(64).default(4).describe('Documents indexed at once.'),
})

export type Environment = z.infer<typeof Environment>

export type Config = Readonly<
  Omit<
    Environment,
    'API_DATABASE_URL' | 'WORKER_DATABASE_URL' | `EMBEDDING_${string}` | `RECAPTCHA_${string}`
  >
> & {
  readonly API_DATABASE_URL: string
  readonly WORKER_DATABASE_URL: string
  /** The standard model first. */
  readonly rerank: RerankConfig
  /** null: no model; answers are made of sentences from the sources. */
  readonly answer: StandardModel | null
  /** null: no CAPTCHA. */
  readonly recaptcha: RecaptchaSettings | null
  readonly sources: SourcesConfig
  readonly embedding: readonly [EmbeddingConfig, ...EmbeddingConfig[]]
}

/** A setting that is wrong or missing, said so that a newcomer can mend it. */
export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => explain(issue, environment))
    throw new ConfigError(`The configuration is not complete:\n${lines.join('\n')}`)
  }
  const { API_DATABASE_URL, WORKER_DATABASE_URL, ...rest } = parsed.data
  return Object.freeze({
    ...rest,
    API_DATABASE_URL: API_DATABASE_URL ?? rest.DATABASE_URL,
    WORKER_DATABASE_URL: WORKER_DATABASE_URL ?? rest.DATABASE_URL,
    embedding: readEmbedding(parsed.data),
    rerank: readRerank(parsed.data),
    answer: readAnswer(parsed.data),
    recaptcha: readRecaptcha(parsed.data),
    sources: readSourcesConfig(parsed.data),
  })
}

function readAnswer(environment: Environment): Config['answer'] {
  const answer = readAnswerModel(environment)
  if (typeof answer === 'string') throw new ConfigError(answer)
  return answer
}

function explain(issue: z.core.$ZodIssue, environment: Record<string, string | undefined>): string {
  const name = String(issue.path[0])
  const settings: Record<string, z.ZodType | undefined> = Environment.shape
  const description = settings[name]?.description ?? ''
  const problem = (environment[name] ?? '') === '' ? 'is not set' : issue.message
  return `  ${name} ${problem}. ${description}`
}

function readEmbedding(environment: Environment): Config['embedding'] {
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
  return { kind: 'openai', baseUrl, apiKey: environment.EMBEDDING_API_KEY, model, dimensions }
}

function readRerank(environment: Environment): RerankConfig {
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

function readRecaptcha(environment: Environment): RecaptchaSettings | null {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret } = environment
  if (siteKey === undefined && secret === undefined) return null
  if (siteKey === undefined || secret === undefined) {
    throw new ConfigError('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET need each other.')
  }
  return {
    siteKey,
    secret,
    verifyUrl: environment.RECAPTCHA_VERIFY_URL,
    minScore: environment.RECAPTCHA_MIN_SCORE,
    timeoutMs: environment.RECAPTCHA_TIMEOUT_MS,
  }
}
