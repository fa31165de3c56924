import { expect } from 'vitest'
import type { TraceCollector } from '../../fakes/trace-collector.ts'
import { ask } from '../../support/ask.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import { createKnowledge, putPages } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'

export const SECRET = 'marzipan'
export const query = `How do I reset a ${SECRET} key?`
export const ANSWER = `Reset a ${SECRET} key under Settings [1].`
const PAGES = [
  {
    url: 'https://docs.example.com/keys',
    content: `# Keys\n\nReset a ${SECRET} key under Settings.`,
  },
  { url: 'https://docs.example.com/taps', content: `# Taps\n\nReset a ${SECRET} tap by hand.` },
]
export const CHAT = 'POST /api/v1/public/knowledge-bases/:knowledgeBaseId/chat'
export const CALLER = '00f067aa0ba902b7'

/** A trace's id for each test; OpenTelemetry samples small ones first. */
export const getId = (last: string) => last.padStart(8, '0').padEnd(32, '1')

export const traceparent = (traceId: string, flags = '01') => `00-${traceId}-${CALLER}-${flags}`

export async function createDocs(service: Service): Promise<Knowledge> {
  const docs = await createKnowledge(service)
  await putPages(service, docs.knowledgeBaseId, PAGES)
  return docs
}

export const askTraced = (service: Service, docs: Knowledge, traceId: string, flags?: string) =>
  ask(service, docs, { query }, { headers: { traceparent: traceparent(traceId, flags) } })

/** The span of the request, which ends last and is sent with the others or after them. */
export async function untilCollected({ spans }: TraceCollector, traceId: string, name = CHAT) {
  const find = () => spans.find((span) => span.traceId === traceId && span.name === name)
  await expect.poll(find).toBeDefined()
  const found = find()
  if (!found) throw new Error('It was there')
  return found
}

export const getSpan = ({ spans }: TraceCollector, traceId: string, name: string) =>
  spans.find((span) => span.traceId === traceId && span.name === name)
