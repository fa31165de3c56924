import { listenForKeyChanges } from './access/key-changes.ts'
import { createCallerResolver } from './access/resolve-caller.ts'
import type { Config } from './config.ts'
import type { Deps } from './http/deps.ts'
import { createConnector } from './ingestion/connectors/create-connector.ts'
import { createDocumentReader } from './ingestion/reading/document-reader.ts'
import { createHostTurns } from './ingestion/sync/host-turns.ts'
import type { SyncDeps } from './ingestion/sync/sync-run.ts'
import { uploadedFiles } from './ingestion/sync/uploaded-files.ts'
import type { WorkerDeps } from './jobs/index-document.ts'
import type { ReembeddingWorkerDeps } from './jobs/reembed.ts'
import type { StarterWorkerDeps } from './jobs/refresh-starters.ts'
import { createSpaceIndexes } from './knowledge/embedding-space-index.ts'
import type { TidyingDeps } from './knowledge/embedding-space-size.ts'
import { indexBeforeSwap } from './knowledge/embedding-space-size.ts'
import { Stopping } from './answering/failure.ts'
import { createEmbedder } from './models/create-embedder.ts'
import { createReranker } from './models/create-reranker.ts'
import { createEmbedders } from './models/embedders.ts'
import { createLanguageModels } from './models/language-models.ts'
import type { DatabaseRole } from './platform/db.ts'
import { openDatabase } from './platform/db.ts'
import { createPageFetcher } from './platform/fetch-page.ts'
import { createLimiter } from './platform/limiter.ts'
import type { Log } from './platform/log.ts'
import { createLog, errorFields } from './platform/log.ts'
import { createMail } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import { holdProcessLock } from './platform/process-lock.ts'
import { openQueue } from './platform/queue.ts'
import { openRedis } from './platform/redis.ts'
import { createSafeFetch } from './platform/safe-fetch.ts'
import { createSecretBox } from './platform/secret-box.ts'

/** A search that takes longer than this has lost its reader. */
const API_STATEMENT_TIMEOUT_MS = 10_000
const WORKER_STATEMENT_TIMEOUT_MS = 120_000

export type Roles = { api: boolean; worker: boolean }

export type Composition = {
  deps: Deps
  workerDeps: WorkerDeps & ReembeddingWorkerDeps & StarterWorkerDeps & TidyingDeps & SyncDeps
  log: Log
  /** Begins the end: not ready any more, open requests go on. */
  drain(): void
  /** Ends the streams still open, each with a frame that says so. */
  stopStreams(): void
  close(): Promise<void>
}

/** Config in, everything that holds a connection out. The only place that opens one. */
export async function compose(config: Config, roles: Roles, version: string): Promise<Composition> {
  const log = createLog(config.LOG_LEVEL)
  const metrics = createMetrics()
  const open = (url: string, role: DatabaseRole, statementTimeoutMs: number) =>
    openDatabase({
      url,
      role,
      maxConnections: config.DATABASE_CONNECTIONS,
      statementTimeoutMs,
      onIdleError: (error) => log.warn(errorFields(error), 'a database connection was lost'),
    })
  const api = open(config.API_DATABASE_URL, 'footnote_api', API_STATEMENT_TIMEOUT_MS)
  const worker = open(config.WORKER_DATABASE_URL, 'footnote_worker', WORKER_STATEMENT_TIMEOUT_MS)
  const [standard, ...others] = config.embedding
  const embedders = createEmbedders([
    await createEmbedder(standard),
    ...(await Promise.all(others.map(createEmbedder))),
  ])
  const tidying = { db: worker.db, indexes: createSpaceIndexes(config.DATABASE_URL) }
  const reranker = roles.api ? await createReranker(config.rerank) : null
  const languageModels = createLanguageModels({
    standard: config.answer,
    secretsKey: config.SECRETS_KEY,
    allowPrivateHosts: config.ALLOW_PRIVATE_MODEL_HOSTS,
    idleTimeoutMs: config.ANSWER_IDLE_TIMEOUT_SECONDS * 1000,
    totalTimeoutMs: config.ANSWER_TIMEOUT_SECONDS * 1000,
  })
  const reader = createDocumentReader()
  const pages = createPageFetcher({
    allowPrivate: config.sources.privateHosts,
    userAgent: config.sources.userAgent,
  })
  const queue = await openQueue({
    databaseUrl: config.WORKER_DATABASE_URL,
    supervise: roles.worker,
    onError: (error) => log.warn(errorFields(error), 'the queue had trouble'),
  })
  const processLock = roles.worker ? await holdProcessLock(config.WORKER_DATABASE_URL) : null
  const redis = config.REDIS_URL
    ? openRedis(config.REDIS_URL, (error) => log.warn(errorFields(error), 'redis had trouble'))
    : null
  const callers = createCallerResolver(api.db, config.KEY_PEPPER)
  const keyChanges = listenForKeyChanges({
    databaseUrl: config.API_DATABASE_URL,
    onChange: (digest) => callers.forget(digest === '' ? undefined : digest),
    onReconnect: () => callers.forget(),
  })
  const outage = { untilMs: 0 }
  const limiter = (name: string, perMinute: number) =>
    perMinute === 0
      ? null
      : createLimiter({
          name,
          perMinute,
          redis,
          outage,
          onFallback: () => metrics.limiterFallbacks.inc(),
        })
  const mail = config.SMTP_URL ? createMail(config.SMTP_URL, config.MAIL_FROM) : null
  const signInFetch = createSafeFetch({ allowPrivate: config.ALLOW_PRIVATE_SIGN_IN_HOSTS })
  let ready = true
  const stopping = new AbortController()

  return {
    log,
    deps: {
      db: api.db,
      operatorDb: worker.db,
      queue,
      embedders,
      reranking: {
        reranker,
        timeoutMs: config.RERANK_TIMEOUT_MS,
        mostPassages: config.RERANK_PASSAGES,
        log,
      },
      languageModels,
      answering: {
        timeoutMs: config.ANSWER_TIMEOUT_SECONDS * 1000,
        promptTokens: config.ANSWER_PROMPT_TOKENS,
        maxOutputTokens: config.ANSWER_OUTPUT_TOKENS,
      },
      callers,
      captcha: config.recaptcha,
      keyMaking: { pepper: config.KEY_PEPPER, cell: config.CELL },
      adminToken: config.ADMIN_TOKEN,
      keyLimiter: limiter('key', config.RATE_LIMIT_PER_KEY),
      addressLimiter: limiter('address', config.RATE_LIMIT_PER_ADDRESS),
      log,
      metrics,
      version,
      trustProxy: config.TRUST_PROXY,
      publicUrl: config.PUBLIC_URL ?? null,
      signIn:
        config.PUBLIC_URL === undefined || config.SECRETS_KEY === undefined
          ? null
          : {
              db: api.db,
              pepper: config.KEY_PEPPER,
              secrets: createSecretBox(config.SECRETS_KEY),
              publicUrl: config.PUBLIC_URL,
              mail,
              attemptLimiter: createLimiter({
                name: 'sign-in',
                perMinute: config.SIGN_IN_ATTEMPTS_PER_MINUTE,
                redis,
                outage,
                onFallback: () => metrics.limiterFallbacks.inc(),
              }),
              fetch: signInFetch.fetch,
              log,
            },
      maxOpenRequests: config.MAX_OPEN_REQUESTS,
      maxEventLoopDelayMs: config.MAX_EVENT_LOOP_DELAY_MS,
      maxSockets: config.MAX_SOCKETS,
      maxSocketsPerKey: config.MAX_SOCKETS_PER_KEY,
      isReady: () => ready,
      stopSignal: stopping.signal,
    },
    workerDeps: {
      ...tidying,
      beforeSwap: (tenant, signal) => indexBeforeSwap(tidying, tenant, signal),
      embedders,
      starterModels: config.STARTER_QUESTIONS_BY_MODEL ? languageModels : null,
      reader,
      queue,
      metrics,
      log,
      concurrency: config.WORKER_CONCURRENCY,
      openConnector: async (settings, { tenant, sourceId }) =>
        createConnector(settings, {
          sourceId,
          fetchPage: pages.fetchPage,
          files: uploadedFiles(worker.db, tenant, sourceId),
          config: config.sources,
        }),
      hostTurns: createHostTurns(),
      processLock: () => processLock?.key() ?? null,
      stopSignal: stopping.signal,
    },
    drain() {
      ready = false
    },
    stopStreams() {
      stopping.abort(new Stopping())
    },
    async close() {
      await queue.stop({ graceful: true, timeout: config.DRAIN_SECONDS * 1000 })
      await processLock?.close()
      await keyChanges.close()
      redis?.destroy()
      mail?.close()
      await signInFetch.close()
      await reader.close()
      await pages.close()
      await reranker?.close()
      await languageModels.close()
      await embedders.close()
      await api.db.destroy()
      await worker.db.destroy()
    },
  }
}
