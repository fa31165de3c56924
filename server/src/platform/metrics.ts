import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Labels carry routes, statuses and reasons: never an id, so that their number stays bounded. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'footnote_' })
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'footnote_http_request_seconds',
      help: 'Time from request to the end of the response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60],
      registers: [registry],
    }),
    openRequests: new Gauge({
      name: 'footnote_http_open_requests',
      help: 'Requests being served now.',
      registers: [registry],
    }),
    openSockets: new Gauge({
      name: 'footnote_websocket_connections',
      help: 'WebSocket connections that are open now.',
      registers: [registry],
    }),
    refusals: new Counter({
      name: 'footnote_refusals_total',
      help: 'Requests refused, by code.',
      labelNames: ['code'],
      registers: [registry],
    }),
    retrievalSeconds: new Histogram({
      name: 'footnote_retrieval_seconds',
      help: 'Time of one retrieval, by step.',
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
    answers: new Counter({
      name: 'footnote_answers_total',
      help: 'Answers by outcome: answered, not_covered, or the code of the failure.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    indexedDocuments: new Counter({
      name: 'footnote_indexed_documents_total',
      help: 'Documents that reached a terminal state, by outcome.',
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
      help: 'Syncs of sources that ended, by state.',
      labelNames: ['state'],
      registers: [registry],
    }),
    syncPages: new Counter({
      name: 'footnote_sync_pages_total',
      help: 'Pages that reached an outcome in a sync, by state.',
      labelNames: ['state'],
      registers: [registry],
    }),
    captchaChecks: new Counter({
      name: 'footnote_captcha_checks_total',
      help: 'CAPTCHA tokens asked for, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    limiterFallbacks: new Counter({
      name: 'footnote_limiter_fallbacks_total',
      help: 'Times a rate limit was counted in memory because Redis did not answer.',
      registers: [registry],
    }),
  }
}
