import type { RecaptchaSettings } from '../access/clients/ask-recaptcha.ts'
import type { Peppers } from '../access/digest.ts'
import type { KeyMaking } from '../access/clients/keys.ts'
import type { LoadAccounts } from '../access/operators/load-accounts.ts'
import type { CallerResolver } from '../access/resolve-caller.ts'
import type { FailureRecorder } from '../analytics/failures.ts'
import type { AnsweringSettings } from '../answering/answer.ts'
import type { PreviewDeps } from '../ingestion/preview-website.ts'
import type { CandidateSource } from '../retrieval/candidate-source.ts'
import type { Embedders } from '../models/embedding/embedders.ts'
import type { LanguageModels } from '../models/language/language-models.ts'
import type { Db } from '../platform/database/db.ts'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { Log } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Queue } from '../platform/queue.ts'
import type { Tracing } from '../platform/tracing/span.ts'
import type { WhyRefused } from '../platform/network/safe-fetch.ts'
import type { TrustProxy } from '../platform/network/trust-proxy.ts'
import type { Reranking } from '../retrieval/rerank.ts'
import type { WidgetLoads } from '../widgets/widget-origins.ts'
import type { OwnPort } from './hooks/own-ports.ts'
import type { LoadLimits } from './load/load-limiter.ts'
import type { SignInDeps } from './oauth/deps.ts'

/** What the routes need, created once in compose.ts. */
export type Deps = LoadLimits & {
  /** The api role, for readers' requests. */
  db: Db
  /** The worker role, for operators' requests. */
  operatorDb: Db
  queue: Queue
  /** Why a source or a webhook may not be saved with an address. */
  whyRefused: WhyRefused
  /** Throws when Redis does not answer. null: it is not configured. */
  pingRedis: (() => Promise<unknown>) | null
  /** For previewing a website before it becomes a source. */
  preview: PreviewDeps
  embedders: Embedders
  reranking: Reranking
  /** Finds candidates in place of the primary. */
  source?: CandidateSource | undefined
  languageModels: LanguageModels
  answering: AnsweringSettings
  callers: CallerResolver
  /** The cell that serves the workspace or knowledge base, if it has moved there. */
  movedTo: (id: string) => string | undefined
  widgetLoads: WidgetLoads
  failures: FailureRecorder
  /** null when CAPTCHA is not configured. */
  captcha: RecaptchaSettings | null
  keyMaking: KeyMaking
  /** null: there is no key to seal secrets with. */
  secrets: SecretBox | null
  peppers: Peppers
  /** null: only people and access tokens open the admin API. */
  adminToken: string | null
  accounts: LoadAccounts
  /** Attempts to sign in. */
  accountLimiter: Limiter
  /** Attempts at an account beyond those: they wait. */
  delayedLimiter: Limiter
  /** null when there is no mail server. */
  mail: Mail | null
  /** Sign-in links to one operator. */
  mailsPerAddressPerDay: number
  keyLimiter: Limiter | null
  addressLimiter: Limiter | null
  log: Log
  metrics: Metrics
  /** Brings those metrics up to date that are read only when they are asked for. */
  observeState: () => Promise<void>
  tracing: Tracing
  version: string
  trustProxy: TrustProxy
  ownPorts: readonly OwnPort[]
  /** The public origin of the service, if it is configured. */
  publicUrl: string | null
  /** null when readers cannot sign in. */
  signIn: SignInDeps | null
  maxSockets: number
  /** 0: no limit. */
  maxSocketsPerKey: number
  /** False once a shutdown has begun. */
  isReady: () => boolean
  /** Aborts when a shutdown stops waiting for open streams. */
  stopSignal: AbortSignal
}
