import type * as OtelApi from '@opentelemetry/api'
import type * as OtelSdk from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import type { Span, SpanKind, Tracing } from './span.ts'
import { NO_TRACING } from './span.ts'

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type TracingConfig = {
  /** Where traces are sent: an OTLP receiver, over HTTP. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: (typeof SAMPLERS)[number]
  /** For samplers with a ratio. */
  readonly ratio: number
  /** Whether questions, prompts and answers may be part of a trace. */
  readonly keepsText: boolean
}

type Api = typeof OtelApi
type Sdk = typeof OtelSdk

/** A receiver that is down is worth a line now and then, not one for each batch. */
const WARN_EVERY_MS = 60_000

/**
 * Opens the exporter. Its packages are loaded only here. Nothing is registered for the whole process, so
 * no library finds a tracer to report to by itself.
 */
export async function openTracing(
  config: TracingConfig | null,
  version: string,
  log: Log,
): Promise<Tracing> {
  if (!config) return NO_TRACING
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  api.diag.setLogger(warnRarely(log), api.DiagLogLevel.ERROR)
  const exporter = new OTLPTraceExporter({ url: config.url, headers: { ...config.headers } })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.serviceName,
      'service.version': version,
    }),
    sampler: getSampler(sdk, config),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('footnote', version)
  return {
    begin(name, { kind, attributes, causes = [] }) {
      const links = getContexts(causes, api)
      const [parent] = links.length === 1 ? links : []
      const context = parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT
      const options = {
        kind: findKind(api, kind),
        attributes: { ...attributes },
        links: parent ? [] : links.map((each) => ({ context: each })),
      }
      const span = tracer.startSpan(name, options, context)
      if (!span.isRecording()) return undefined
      return recordingSpan({ api, tracer, keepsText: config.keepsText, allowsText: false }, span)
    },
    // What cannot be sent any more was warned of.
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** What the steps of one trace share. */
type Trace = { api: Api; tracer: OtelApi.Tracer; keepsText: boolean; allowsText: boolean }

function recordingSpan(trace: Trace, span: OtelApi.Span): Span {
  const { api, tracer } = trace
  const { traceId, spanId } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    start(name, attributes, kind = 'internal') {
      const context = api.trace.setSpan(api.ROOT_CONTEXT, span)
      const options = { kind: findKind(api, kind), attributes: { ...attributes } }
      return recordingSpan(trace, tracer.startSpan(name, options, context))
    },
    set: (attributes) => void span.setAttributes({ ...attributes }),
    note: (name) => void span.addEvent(name),
    allowText() {
      trace.allowsText = true
    },
    setText(name, text) {
      if (trace.keepsText && trace.allowsText) span.setAttribute(name, text())
    },
    end(error) {
      if (error !== undefined) {
        // Not its message, which may quote what a reader typed.
        span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.setAttribute('error.type', errorType(error))
      }
      span.end()
    },
  }
}

function errorType(error: unknown): string {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const findKind = ({ SpanKind: kinds }: Api, kind: SpanKind) =>
  ({
    internal: kinds.INTERNAL,
    server: kinds.SERVER,
    client: kinds.CLIENT,
    consumer: kinds.CONSUMER,
  })[kind]

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/

/** Different ones, and only those that are well-formed. */
const getContexts = (causes: readonly string[], { isSpanContextValid }: Api) =>
  [...new Set(causes)].flatMap((cause) => {
    const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(cause) ?? []
    const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
    return isSpanContextValid(context) ? [context] : []
  })

function getSampler(sdk: Sdk, { sampler, ratio }: TracingConfig) {
  const root = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  }
  switch (sampler) {
    case 'always_on':
    case 'always_off':
    case 'traceidratio':
      return root[sampler]()
    case 'parentbased_always_on':
      return new sdk.ParentBasedSampler({ root: root.always_on() })
    case 'parentbased_always_off':
      return new sdk.ParentBasedSampler({ root: root.always_off() })
    case 'parentbased_traceidratio':
      return new sdk.ParentBasedSampler({ root: root.traceidratio() })
  }
}

function warnRarely(log: Log) {
  let warnedMs = -Infinity
  const warn = () => {
    if (performance.now() - warnedMs < WARN_EVERY_MS) return
    warnedMs = performance.now()
    log.warn('traces could not be sent')
  }
  const ignore = () => undefined
  return { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
}
