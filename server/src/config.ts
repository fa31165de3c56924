import { z } from 'zod'
import { answerEnvironment, readAnswerModel } from './answer-config.ts'
import type { RecaptchaSettings } from './access/ask-recaptcha.ts'
import { ConfigError } from './config-error.ts'
import type { EmbeddingConfig } from './models/create-embedder.ts'
import type { RerankConfig } from './models/create-reranker.ts'
import type { StandardModel } from './models/language-models.ts'
import { readRecaptcha, recaptchaEnvironment } from './recaptcha-config.ts'
import { readEmbedding, readRerank, retrievalEnvironment } from './retrieval-config.ts'
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
  ...retrievalEnvironment,
  ...answerEnvironment,
  ...recaptchaEnvironment,
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
  readonly embedding: readonly [EmbeddingConfig, ...EmbeddingConfig[]]
  readonly rerank: RerankConfig
  /** null: no model; answers are made of sentences from the sources. */
  readonly answer: StandardModel | null
  /** null: no CAPTCHA. */
  readonly recaptcha: RecaptchaSettings | null
  readonly sources: SourcesConfig
}

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
    answer: readAnswerModel(parsed.data),
    recaptcha: readRecaptcha(parsed.data),
    sources: readSourcesConfig(parsed.data),
  })
}

function explain(issue: z.core.$ZodIssue, environment: Record<string, string | undefined>): string {
  const name = String(issue.path[0])
  const settings: Record<string, z.ZodType | undefined> = Environment.shape
  const description = settings[name]?.description ?? ''
  const problem = (environment[name] ?? '') === '' ? 'is not set' : issue.message
  return `  ${name} ${problem}. ${description}`
}
