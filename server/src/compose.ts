import { listenForKeyChanges } from './access/clients/key-changes.ts'
import { rehashKey } from './access/clients/rehash-key.ts'
import { loadAccounts } from './access/operators/load-accounts.ts'
import { createCallerResolver } from './access/resolve-caller.ts'
import { answeringSettings, modelSettings } from './config/answer-config.ts'
import type { Config, Roles } from './config/config.ts'
import { loadLimits } from './config/load-limits.ts'
import { rerankSettings } from './config/retrieval-config.ts'
import { checkDatabase } from './startup/check-database.ts'
import { checkSecrets } from './startup/check-secrets.ts'
import { DELAYED_ATTEMPTS } from './http/accounts/count-attempt.ts'
import { ownPorts } from './http/hooks/own-ports.ts'
import type { Deps } from './http/deps.ts'
import { createMovedTenants } from './workspaces/moved-tenants.ts'
import { credentialReader } from './sources/credential-reader.ts'
import { createCredentialResolver } from './connectors/credentials/resolve-credential.ts'
import { createConnector } from './connectors/create-connector.ts'
import { createDocumentParser } from './parsing/child/document-parser.ts'
import { gitCacheFolder, gitCacheRoot } from './ingestion/git-caches.ts'
import { createPerHostLimit } from './ingestion/sync/per-host-limit.ts'
import { uploadedFiles } from './sources/source-files.ts'
import type { AllWorkerDeps } from './jobs/worker-deps.ts'
import { createSpaceIndexes } from './knowledge/spaces/embedding-space-index.ts'
import { indexBeforeSwap } from './knowledge/spaces/embedding-space-size.ts'
import { Stopping } from './answering/failure.ts'
import { openEmbedders } from './models/embedding/create-embedder.ts'
import { createReranker } from './models/reranking/create-reranker.ts'
import { createLanguageModels } from './models/language/language-models.ts'
import { observedModels } from './models/language/observed-model.ts'
import type { DatabaseRole } from './platform/database/connection-role.ts'
import { openDatabase } from './platform/database/db.ts'
import { createLimiter } from './platform/limits/limiter.ts'
import type { Log } from './platform/log.ts'
import { createLog, errorFields } from './platform/log.ts'
import { createMail } from './platform/mail.ts'
import { createMetrics, withoutQuestions } from './platform/metrics.ts'
import { holdProcessLock } from './platform/database/process-lock.ts'
import { createStateObserver } from './platform/observe-state.ts'
import { openQueue } from './platform/queue.ts'
import { openRedis } from './platform/limits/redis.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import { createFetchers } from './startup/create-fetchers.ts'
import { openStandbySource } from './startup/open-standby-source.ts'
import { signInDeps } from './startup/sign-in-deps.ts'
import { getSecrets } from './config/secrets-config.ts'
import { createUseRecorders } from './widgets/use-recorders.ts'

/** Nobody still waits for a search that takes longer than this. */
const API_STATEMENT_TIMEOUT_MS = 10_000
const WORKER_STATEMENT_TIMEOUT_MS = 120_000

export type Composition = {
  deps: Deps
  workerDeps: AllWorkerDeps
  log: Log
  /** Starts the shutdown: no longer ready, but open requests continue. */
  drain(): void
  /** Ends the streams that are still open, each with an error frame. */
  stopStreams(): void
  close(): Promise<void>
}

/** Config in, everything that holds a connection out. The only place that opens one. */
export async function compose(config: Config, roles: Roles, version: string): Promise<Composition> {
  const log = createLog(config.LOG_LEVEL)
  const metrics = createMetrics(version)
  const open = (url: string, role: DatabaseRole, statementTimeoutMs: number) =>
    openDatabase({
      url,
      role,
      maxConnections: config.DATABASE_CONNECTIONS,
      statementTimeoutMs,
      onIdleError: (error) => log.warn(errorFields(error), 'a database connection was lost'),
    })
  const tracing = await openTracing(config.tracing, version, log)
  const api = open(config.API_DATABASE_URL, 'footnote_api', API_STATEMENT_TIMEOUT_MS)
  const worker = open(config.WORKER_DATABASE_URL, 'footnote_worker', WORKER_STATEMENT_TIMEOUT_MS)
  await checkDatabase(config, roles, { api, worker })
  await checkSecrets(worker.db, config, log)
  const { peppers, secrets } = getSecrets(config)
  const source = openStandbySource(config, { primary: api.db, open, metrics })
  const embedders = await openEmbedders(config.embedding)
  // Only a worker builds indexes, so only a worker needs DATABASE_URL.
  const ownerUrl = config.DATABASE_URL ?? config.WORKER_DATABASE_URL
  const tidying = { db: worker.db, indexes: createSpaceIndexes(ownerUrl) }
  const reranker = await createReranker(config.rerank)
  const models = createLanguageModels({ ...modelSettings(config), secrets })
  const languageModels = observedModels(models, metrics)
  // What answers are made from, by the role that serves readers.
  const readers = {
    db: api.db,
    embedders,
    reranking: { reranker, ...rerankSettings(config), log },
    source,
    languageModels,
    answering: answeringSettings(config),
    log,
  }
  const caches = gitCacheRoot(config.sources.gitCacheFolder, ownerUrl)
  const parser = createDocumentParser()
  const { pages, signInFetch } = createFetchers(config)
  const resolveCredential = createCredentialResolver(pages.fetchPage)
  const perHostLimit = createPerHostLimit()
  const queue = await openQueue({
    databaseUrl: config.WORKER_DATABASE_URL,
    supervise: roles.worker,
    onError: (error) => log.warn(errorFields(error), 'the queue had trouble'),
  })
  const processLock = roles.worker ? await holdProcessLock(config.WORKER_DATABASE_URL) : null
  const redisTrouble = (error: unknown) => log.warn(errorFields(error), 'redis had trouble')
  const redis = config.REDIS_URL ? await openRedis(config.REDIS_URL, redisTrouble) : null
  const uses = createUseRecorders(api.db, log)
  const callers = createCallerResolver(api.db, peppers, {
    tokens: { fetchPage: pages.fetchPage, secrets },
    onUse: uses.noteKey,
    onPrevious: (caller, credential) => {
      rehashKey(worker.db, peppers.current, caller, credential).catch((error: unknown) =>
        log.warn(errorFields(error), 'a key was not stored under the new pepper and will be'),
      )
    },
  })
  const moved = createMovedTenants(api.db, log)
  const keyChanges = listenForKeyChanges(config.API_DATABASE_URL, (digest) => {
    callers.forget(digest)
    if (digest === undefined) moved.forget()
  })
  const publicUrl = config.PUBLIC_URL ?? null
  const shared = { redis, outage: { untilMs: 0 }, onFallback: () => metrics.limiterFallbacks.inc() }
  const alwaysLimited = (name: string, perMinute: number) =>
    createLimiter({ name, perMinute, ...shared })
  const limiter = (name: string, perMinute: number) =>
    perMinute === 0 ? null : alwaysLimited(name, perMinute)
  const mail = config.SMTP_URL ? createMail(config.SMTP_URL, config.MAIL_FROM) : null
  let ready = true
  const stopping = new AbortController()

  return {
    log,
    deps: {
      ...readers,
      operatorDb: worker.db,
      queue,
      whyRefused: pages.whyRefused,
      pingRedis: redis && (() => redis.ping()),
      preview: {
        fetchPage: pages.fetchPage,
        userAgent: config.sources.userAgent,
        maxPageBytes: config.sources.maxPageBytes,
        parser,
        perHostLimit,
        resolveCredential,
      },
      callers,
      movedTo: moved.makeCell,
      ...uses.recorders,
      captcha: config.recaptcha,
      keyMaking: { pepper: peppers.current, cell: config.CELL },
      peppers,
      secrets,
      adminToken: config.ADMIN_TOKEN ?? null,
      accounts: loadAccounts(
        { db: worker.db, peppers, publicUrl },
        { mail, cell: config.CELL, log },
      ),
      accountLimiter: alwaysLimited('account', config.SIGN_IN_ATTEMPTS_PER_MINUTE),
      delayedLimiter: alwaysLimited(
        'delayed',
        DELAYED_ATTEMPTS * config.SIGN_IN_ATTEMPTS_PER_MINUTE,
      ),
      mail,
      mailsPerAddressPerDay: config.SIGN_IN_MAILS_PER_ADDRESS_PER_DAY,
      keyLimiter: limiter('key', config.RATE_LIMIT_PER_KEY),
      addressLimiter: limiter('address', config.RATE_LIMIT_PER_ADDRESS),
      metrics,
      observeState: createStateObserver(metrics, { api, worker }),
      tracing,
      version,
      trustProxy: config.TRUST_PROXY,
      ownPorts: ownPorts(config),
      publicUrl,
      signIn: signInDeps(config, {
        db: api.db,
        peppers,
        secrets,
        mail,
        attemptLimiter: alwaysLimited('sign-in', config.SIGN_IN_ATTEMPTS_PER_MINUTE),
        fetch: signInFetch.fetch,
        whyRefused: signInFetch.whyRefused,
        log,
      }),
      ...loadLimits(config),
      isReady: () => ready,
      stopSignal: stopping.signal,
    },
    workerDeps: {
      ...tidying,
      beforeSwap: (tenant, signal) => indexBeforeSwap(tidying, tenant, signal),
      embedders,
      starterModels: config.STARTER_QUESTIONS_BY_MODEL ? languageModels : null,
      parser,
      queue,
      mail,
      publicUrl,
      pepper: peppers.current,
      metrics,
      tracing,
      log,
      concurrency: config.WORKER_CONCURRENCY,
      openConnector: async (settings, { tenant, sourceId }) =>
        createConnector(settings, {
          sourceId,
          fetchPage: pages.fetchPage,
          readCredential: await credentialReader(
            { db: worker.db, secrets, resolveCredential },
            settings,
            { tenant, sourceId },
          ),
          files: uploadedFiles(worker.db, tenant, sourceId),
          config: { ...config.sources, gitCacheFolder: gitCacheFolder(caches, tenant, sourceId) },
        }),
      readers: { ...readers, ...uses.recorders, metrics: withoutQuestions(metrics) },
      perHostLimit,
      fetchPage: pages.fetchPage,
      secrets,
      gitCacheRoot: caches,
      processLock: () => processLock?.key() ?? null,
      stopSignal: stopping.signal,
    },
    drain: () => void (ready = false),
    stopStreams: () => stopping.abort(new Stopping()),
    async close() {
      await uses.close()
      await queue.stop({ graceful: true, timeout: config.DRAIN_SECONDS * 1000 })
      await processLock?.close()
      await keyChanges.close()
      redis?.destroy()
      mail?.close()
      await signInFetch.close()
      await parser.close()
      await pages.close()
      await reranker?.close()
      await languageModels.close()
      await embedders.close()
      await source?.close()
      await api.db.destroy()
      await worker.db.destroy()
      await tracing.close()
    },
  }
}
