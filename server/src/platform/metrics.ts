import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Labels are routes, statuses and reasons, never ids, so that their number stays bounded. */
export function createMetrics(version = 'unknown') {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'footnote_' })
  return {
    registry,
    buildInfo: new Gauge({
      name: 'footnote_build_info',
      help: 'Always 1, with the version that runs.',
      labelNames: ['version'],
      registers: [registry],
      collect() {
        this.set({ version }, 1)
      },
    }),
    requestSeconds: new Histogram({
      name: 'footnote_http_request_seconds',
      help: 'Seconds from the request to the end of the response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60],
      registers: [registry],
    }),
    openRequests: new Gauge({
      name: 'footnote_http_open_requests',
      help: 'Requests in progress, over every transport.',
      registers: [registry],
    }),
    adaptiveLimit: new Gauge({
      name: 'footnote_http_adaptive_limit',
      help: 'Requests that may be worked on at once; it shrinks while they take too long.',
      registers: [registry],
    }),
    openSockets: new Gauge({
      name: 'footnote_websocket_connections',
      help: 'Open WebSocket connections.',
      registers: [registry],
    }),
    refusals: new Counter({
      name: 'footnote_refusals_total',
      help: 'Requests refused, by error code.',
      labelNames: ['code'],
      registers: [registry],
    }),
    retrievalSeconds: new Histogram({
      name: 'footnote_retrieval_seconds',
      help: 'Seconds that a search took, by step: embed, search, rerank.',
      labelNames: ['step'],
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
      registers: [registry],
    }),
    rerankFallbacks: new Counter({
      name: 'footnote_rerank_fallbacks_total',
      help: 'Searches that kept their order because the reranker failed, by reason.',
      labelNames: ['reason'],
      registers: [registry],
    }),
    candidateSearches: new Counter({
      name: 'footnote_candidate_searches_total',
      help: 'Searches by the server that found their candidates: primary, or host and port of a standby. Only with CANDIDATE_DATABASE_URLS.',
      labelNames: ['server'],
      registers: [registry],
    }),
    candidateFallbacks: new Counter({
      name: 'footnote_candidate_fallbacks_total',
      help: 'Searches for which the primary found the candidates in place of a standby, by reason: unavailable (none is up to date), timeout, error, few (too few passed the gate).',
      labelNames: ['reason'],
      registers: [registry],
    }),
    standbyLagSeconds: new Gauge({
      name: 'footnote_standby_lag_seconds',
      help: 'Seconds that a standby of CANDIDATE_DATABASE_URLS is behind at most. Measured while there are searches; missing while it is not known, and of a server that leads.',
      labelNames: ['server'],
      registers: [registry],
    }),
    answers: new Counter({
      name: 'footnote_answers_total',
      help: 'Questions answered, by outcome: answered, not_covered, small_talk, or the error code.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    firstWordSeconds: new Histogram({
      name: 'footnote_first_word_seconds',
      help: 'Seconds from the admission of a question to the first word of its answer, by writer: model, or extract (quoted sections).',
      labelNames: ['writer'],
      buckets: [0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 8, 13, 20, 30, 60],
      registers: [registry],
    }),
    modelSeconds: new Histogram({
      name: 'footnote_model_seconds',
      help: 'Seconds that a call of an answer model took, with its retries, by outcome: written, cancelled, or the error code.',
      labelNames: ['provider', 'outcome'],
      buckets: [0.1, 0.2, 0.5, 1, 2, 3, 5, 8, 13, 20, 30, 60, 120],
      registers: [registry],
    }),
    modelTokens: new Counter({
      name: 'footnote_model_tokens_total',
      help: 'Tokens of answer models, by direction: input, output. Calls whose provider names none are not counted.',
      labelNames: ['provider', 'direction'],
      registers: [registry],
    }),
    jobs: new Gauge({
      name: 'footnote_jobs',
      help: 'Jobs in the queue, by state: waiting, active, failed. Every process shows the same, unless the database does not answer.',
      labelNames: ['state'],
      registers: [registry],
    }),
    oldestJobSeconds: new Gauge({
      name: 'footnote_oldest_job_seconds',
      help: 'Seconds that the oldest waiting job has waited; 0 when none waits.',
      registers: [registry],
    }),
    databaseConnections: new Gauge({
      name: 'footnote_database_connections',
      help: 'Connections of this process to PostgreSQL, by role and state: used, idle, awaited (requests that wait for one).',
      labelNames: ['role', 'state'],
      registers: [registry],
    }),
    indexedDocuments: new Counter({
      name: 'footnote_indexed_documents_total',
      help: 'Documents whose indexing ended, by outcome: indexed, unchanged, superseded, failed.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    indexedPassages: new Counter({
      name: 'footnote_indexed_passages_total',
      help: 'Passages written to the index.',
      registers: [registry],
    }),
    syncs: new Counter({
      name: 'footnote_syncs_total',
      help: 'Syncs that ended, by state. A sync that awaits confirmation (`held`) counts again once it is confirmed.',
      labelNames: ['state'],
      registers: [registry],
    }),
    syncStreams: new Gauge({
      name: 'footnote_sync_streams',
      help: 'Open streams that follow a sync, a re-embedding, a widget or the system.',
      registers: [registry],
    }),
    syncPages: new Counter({
      name: 'footnote_sync_pages_total',
      help: 'Pages of syncs that ended, by state, counted when the sync ends.',
      labelNames: ['state'],
      registers: [registry],
    }),
    webhookDeliveries: new Counter({
      name: 'footnote_webhook_attempts_total',
      help: 'Attempts to deliver an event to a webhook, by outcome: delivered, retried (it failed and will be sent again), failed (it is given up).',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    captchaChecks: new Counter({
      name: 'footnote_captcha_checks_total',
      help: 'CAPTCHA checks, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    limiterFallbacks: new Counter({
      name: 'footnote_limiter_fallbacks_total',
      help: 'Requests whose rate limit was counted in memory because Redis did not answer.',
      registers: [registry],
    }),
  }
}

/** The same, but what counts questions and searches is in no registry. */
export const withoutQuestions = (metrics: Metrics): Metrics => ({
  ...metrics,
  answers: new Counter({ ...UNREGISTERED, labelNames: ['outcome'] }),
  retrievalSeconds: new Histogram({ ...UNREGISTERED, labelNames: ['step'] }),
  firstWordSeconds: new Histogram({ ...UNREGISTERED, labelNames: ['writer'] }),
})

const UNREGISTERED = { name: 'uncounted', help: 'In no registry.', registers: [] }
