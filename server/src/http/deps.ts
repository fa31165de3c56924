import type { RecaptchaSettings } from '../access/ask-recaptcha.ts'
import type { KeyMaking } from '../access/keys.ts'
import type { CallerResolver } from '../access/resolve-caller.ts'
import type { AnsweringSettings } from '../answering/answer.ts'
import type { Embedders } from '../models/embedders.ts'
import type { LanguageModels } from '../models/language-models.ts'
import type { Db } from '../platform/db.ts'
import type { Limiter } from '../platform/limiter.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Queue } from '../platform/queue.ts'
import type { Reranking } from '../retrieval/rerank.ts'
import type { SignInDeps } from './oauth/deps.ts'

/** What the routes need, made once in compose.ts. */
export type Deps = {
  /** The api role: readers' requests. */
  db: Db
  /** The worker role: the operator's requests. */
  operatorDb: Db
  queue: Queue
  embedders: Embedders
  reranking: Reranking
  languageModels: LanguageModels
  answering: AnsweringSettings
  callers: CallerResolver
  /** null: this deployment has no CAPTCHA. */
  captcha: RecaptchaSettings | null
  keyMaking: KeyMaking
  adminToken: string
  keyLimiter: Limiter | null
  addressLimiter: Limiter | null
  log: Log
  metrics: Metrics
  version: string
  trustProxy: boolean
  /** The origin at which readers reach the service, where it is known. */
  publicUrl: string | null
  /** null: readers cannot sign in. */
  signIn: SignInDeps | null
  maxOpenRequests: number
  maxEventLoopDelayMs: number
  maxSockets: number
  /** 0: no limit. */
  maxSocketsPerKey: number
  /** False once a shutdown began. */
  isReady: () => boolean
  /** Aborts when a shutdown waits no longer for open streams. */
  stopSignal: AbortSignal
}
