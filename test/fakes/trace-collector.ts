import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

export type CollectedSpan = {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentSpanId: string
  name: string
  /** As OTLP numbers them: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number
  attributes: Record<string, unknown>
  events: string[]
  /** When those were, in nanoseconds since 1970. */
  eventsNs: bigint[]
  startedNs: bigint
  endedNs: bigint
  hasFailed: boolean
}

/** A span, and how many it is part of. */
export type PlacedSpan = { span: CollectedSpan; depth: number }

export type TraceCollector = {
  /** The base address, as `OTEL_EXPORTER_OTLP_ENDPOINT` wants it. */
  readonly url: string
  readonly spans: CollectedSpan[]
  /** All that was sent. */
  readonly bodies: string[]
  readonly headers: IncomingMessage['headers'][]
  /** A trace's spans, each behind those that it is part of. */
  treeOf(traceId: string): PlacedSpan[]
  /** The names of the same, with those that they are part of. */
  pathsOf(traceId: string): string[]
  close(): Promise<void>
}

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.coerce.number().optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
})

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: z.array(z.object({ key: z.string(), value: Value })),
  events: z.array(z.object({ name: z.string(), timeUnixNano: z.coerce.bigint() })),
  status: z.object({ code: z.number() }),
})

const Body = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})

/** Receives traces by OTLP over HTTP, in JSON: `POST /v1/traces`. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const collected: CollectedSpan[] = []
  const bodies: string[] = []
  const headers: IncomingMessage['headers'][] = []

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end()
      return
    }
    bodies.push(body)
    headers.push(request.headers)
    const spans = Body.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    )
    collected.push(...spans.map(toCollected))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }

  function treeOf(traceId: string): PlacedSpan[] {
    // Those that started in the same millisecond stay in the order in which they ended.
    const trace = collected
      .filter((span) => span.traceId === traceId)
      .toSorted((a, b) => Number(a.startedNs - b.startedNs))
    const ids = new Set(trace.map(({ spanId }) => spanId))
    const placedFrom = (span: CollectedSpan, depth: number): PlacedSpan[] => [
      { span, depth },
      ...trace
        .filter(({ parentSpanId }) => parentSpanId === span.spanId)
        .flatMap((part) => placedFrom(part, depth + 1)),
    ]
    return trace
      .filter(({ parentSpanId }) => !ids.has(parentSpanId))
      .flatMap((span) => placedFrom(span, 0))
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: collected,
    bodies,
    headers,
    treeOf,
    pathsOf(traceId) {
      const above: string[] = []
      return treeOf(traceId).map(({ span, depth }) => {
        above.splice(depth, above.length, span.name)
        return above.join(' > ')
      })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const toCollected = (span: z.infer<typeof Span>): CollectedSpan => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId,
  name: span.name,
  kind: span.kind,
  attributes: Object.fromEntries(
    span.attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue,
    ]),
  ),
  events: span.events.map(({ name }) => name),
  hasFailed: span.status.code === 2,
  eventsNs: span.events.map(({ timeUnixNano }) => timeUnixNano),
  startedNs: span.startTimeUnixNano,
  endedNs: span.endTimeUnixNano,
})
