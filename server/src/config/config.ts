import { z } from 'zod'
import { answerEnvironment, readAnswerModel } from './answer-config.ts'
import type { RecaptchaSettings } from '../access/clients/ask-recaptcha.ts'
import { ConfigError } from './config-error.ts'
import { describeProblem } from './describe-problem.ts'
import type { EmbeddingConfig } from '../models/embedding/create-embedder.ts'
import type { RerankConfig } from '../models/reranking/create-reranker.ts'
import type { StandardModel } from '../models/language/language-models.ts'
import { loadEnvironment } from './load-limits.ts'
import { readRecaptcha, recaptchaEnvironment } from './recaptcha-config.ts'
import {
  readEmbedding,
  readRerank,
  readStandbyUrls,
  retrievalEnvironment,
} from './retrieval-config.ts'
import { readSourcesConfig, sourceEnvironment } from './source-config.ts'
import type { SourcesConfig } from './source-config.ts'
import { count } from './setting-types.ts'
import { signInEnvironment } from './sign-in-config.ts'
import { readTracing, tracingEnvironment } from './tracing-config.ts'
import type { TracingConfig } from '../platform/tracing/open-tracing.ts'
import { trustProxy } from '../platform/network/trust-proxy.ts'

/** Every setting, its default and its reason. docs/configuration.md is made from this. */
export const Environment = z.object({
  DATABASE_URL: z
    .url()
    .optional()
    .describe(
      'The owner’s login. It runs migrations, builds vector indexes, and switches to the roles ' +
        'below unless they have logins of their own. Required, except for `api` when both of ' +
        'those are set.',
    ),
  API_DATABASE_URL: z
    .url()
    .optional()
    .describe('A login as `footnote_api`. Default: DATABASE_URL, switched to that role.'),
  WORKER_DATABASE_URL: z
    .url()
    .optional()
    .describe('A login as `footnote_worker`. Default: DATABASE_URL, switched to that role.'),
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
  PORT: count.min(0).max(65_535).default(8080).describe('Port to listen on; 0 picks a free one.'),
  ADMIN_PORT: count
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'Port on which alone the admin API, the console and its sign-in are served. Default: on PORT.',
    ),
  METRICS_PORT: count
    .min(1)
    .max(65_535)
    .optional()
    .describe('Port on which alone the API serves metrics; may be ADMIN_PORT. Default: on PORT.'),
  WORKER_PORT: count
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port on which a `worker` serves health and metrics. Default: none.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(
      (url) => new URL(url).origin === url.replace(/\/$/, ''),
      'must be an origin, without a path',
    )
    .transform((url) => new URL(url).origin)
    .optional()
    .describe(
      'Public URL of the service, such as https://ask.example.com. Without it MCP is served ' +
        'under this machine’s own names only, and readers cannot sign in.',
    ),
  ...signInEnvironment,
  ADMIN_TOKEN: z
    .string()
    .min(24)
    .optional()
    .describe(
      'A token that may do anything over the admin API. At least 24 characters. Leave it out once ' +
        'people sign in (docs/guides/people.md).',
    ),
  KEY_PEPPER: z
    .string()
    .min(32)
    .describe(
      'Secret with which client keys are hashed. At least 32 characters. Change it only by a ' +
        'rotation (docs/guides/operations.md): with another value every key would be refused.',
    ),
  KEY_PEPPER_PREVIOUS: z
    .string()
    .min(32)
    .optional()
    .describe('During a rotation: the previous value of KEY_PEPPER. Its keys keep working.'),
  CELL: z
    .string()
    .regex(/^[0-9A-Za-z]{2}$/)
    .default('00')
    .describe(
      'Two characters that name this deployment in every new key, and in the ids of new workspaces and knowledge bases. See docs/guides/cells.md.',
    ),
  ...retrievalEnvironment,
  ...answerEnvironment,
  ...recaptchaEnvironment,
  ...tracingEnvironment,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  TRUST_PROXY: trustProxy
    .default(false)
    .describe(
      'Which proxies are trusted to write X-Forwarded-For: their addresses or networks, such as ' +
        '10.0.0.0/8,fd00::/8, or how many are in a row, such as 1. `true` takes the first ' +
        'address, whoever wrote it: use it only behind a proxy that overwrites the header.',
    ),
  RATE_LIMIT_PER_KEY: count
    .min(0)
    .default(1_200)
    .describe('Requests per minute for one key. 0: no limit.'),
  RATE_LIMIT_PER_ADDRESS: count
    .min(0)
    .default(600)
    .describe('Requests per minute from one address without a secret pair. 0: no limit.'),
  ...loadEnvironment,
  DRAIN_SECONDS: count
    .min(0)
    .max(600)
    .default(30)
    .describe('How long open requests may take to finish after SIGTERM.'),
  ...sourceEnvironment,
  WORKER_CONCURRENCY: count
    .min(1)
    .max(64)
    .default(4)
    .describe(
      'Batches of documents indexed at once, of up to 16 each. One more is kept for knowledge bases with few waiting.',
    ),
})

/** What a process is started to do. */
export type Roles = { api: boolean; worker: boolean }

export type Environment = z.infer<typeof Environment>

export type Config = Readonly<
  Omit<
    Environment,
    | 'API_DATABASE_URL'
    | 'WORKER_DATABASE_URL'
    | 'CANDIDATE_DATABASE_URLS'
    | `EMBEDDING_${string}`
    | `RECAPTCHA_${string}`
    | `OTEL_${string}`
  >
> & {
  readonly API_DATABASE_URL: string
  readonly WORKER_DATABASE_URL: string
  /** Standbys that find candidates. */
  readonly candidateUrls: readonly string[]
  /** The standard model first. */
  readonly embedding: readonly [EmbeddingConfig, ...EmbeddingConfig[]]
  readonly rerank: RerankConfig
  /** null when there is no model: then answers quote sentences from the sources. */
  readonly answer: StandardModel | null
  /** null when CAPTCHA is not configured. */
  readonly recaptcha: RecaptchaSettings | null
  readonly sources: SourcesConfig
  /** null: nothing is traced. */
  readonly tracing: TracingConfig | null
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const hasLogins =
    set['API_DATABASE_URL'] !== undefined && set['WORKER_DATABASE_URL'] !== undefined
  const schema = hasLogins ? Environment : Environment.required({ DATABASE_URL: true })
  const parsed = schema.safeParse(set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const settings: Record<string, z.ZodType | undefined> = Environment.shape
      return `  ${name} ${describeProblem(issue, environment[name])}. ${settings[name]?.description ?? ''}`
    })
    throw new ConfigError(`The configuration is not complete, or wrong:\n${lines.join('\n')}`)
  }
  const { API_DATABASE_URL, WORKER_DATABASE_URL, CANDIDATE_DATABASE_URLS: _, ...rest } = parsed.data
  // The schema above allows it to be missing only if both of the others are set.
  const owner = rest.DATABASE_URL ?? ''
  return Object.freeze({
    ...rest,
    API_DATABASE_URL: API_DATABASE_URL ?? owner,
    WORKER_DATABASE_URL: WORKER_DATABASE_URL ?? owner,
    candidateUrls: readStandbyUrls(parsed.data),
    embedding: readEmbedding(parsed.data),
    rerank: readRerank(parsed.data),
    answer: readAnswerModel(parsed.data),
    recaptcha: readRecaptcha(parsed.data),
    sources: readSourcesConfig(parsed.data),
    tracing: readTracing(parsed.data),
  })
}
