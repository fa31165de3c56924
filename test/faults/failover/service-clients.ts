import type { Exchange } from '../../support/chaos/call.ts'
import { call } from '../../support/chaos/call.ts'
import { sleep } from '../../support/chaos/load.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { ADMIN_TOKEN } from '../../support/service.ts'
import { readCode, WITHDRAWN } from './verdict.ts'

export type Operation = 'search' | 'ask' | 'put' | 'restrict' | 'rate'
export type Sent = { operation: Operation; startedMs: number; endedMs: number; isServed: boolean }

/** What the service said was done. */
export type Promised = {
  /** Page numbers, with their documents' ids. */
  documents: Map<number, string>
  restricted: Set<number>
  /** Ids of answers that readers have seen. */
  answers: string[]
  /** The newest acknowledged rating of each answer. */
  ratings: Map<string, number>
}

export type ServiceClients = {
  sent: Sent[]
  promised: Promised
  /** Replies to public readers that contained what had been restricted before they were asked for. */
  leaks: string[]
  /** How often each refusal came, such as `put 503 UNAVAILABLE`. */
  refusals: Map<string, number>
  acknowledgedRatings(): number
  stop(): Promise<void>
}

export const buildUrl = (page: number): string => `https://docs.example.com/vault-${page}`
const makeSecret = (page: number): string => `cipher${page}q`
const OPEN_PAGES = 12

/** Readers with a public key and an operator who adds pages and restricts them again. */
export function startServiceClients(service: Service, knowledge: Knowledge): ServiceClients {
  const { knowledgeBaseId, clientKey } = knowledge
  const sent: Sent[] = []
  const leaks: string[] = []
  const refusals = new Map<string, number>()
  const promised: Promised = {
    documents: new Map(),
    restricted: new Set(),
    answers: [],
    ratings: new Map(),
  }
  const restrictedInOrder: number[] = []
  /** Pages that are public, in the order in which they are to be restricted. */
  const open = new Map<number, string>()
  const counts = { page: 0, rating: 0, acknowledgedRatings: 0, question: 0 }
  const stopped = new AbortController()
  let isRestricting = false
  let restrictedMs = 0
  /** When a restriction was last under way. */
  const lastRestrictingMs = () => (isRestricting ? performance.now() : restrictedMs)

  async function send(
    operation: Operation,
    method: string,
    path: string,
    body: unknown,
  ): Promise<Exchange | null> {
    const isReader = path.startsWith('/public')
    const headers: Record<string, string> = isReader
      ? { 'x-client-key': clientKey }
      : { authorization: `Bearer ${ADMIN_TOKEN}` }
    const url = `${service.baseUrl}/api/v1${path}`
    const exchange = await call({ method, url, headers, body, timeoutMs: 60_000 })
    const code = readCode(exchange)
    const { startedMs, endedMs } = exchange
    sent.push({ operation, startedMs, endedMs, isServed: code === null })
    if (code === null) return exchange
    const isWithdrawn =
      operation === 'ask' && code === '200 cancelled' && lastRestrictingMs() >= startedMs
    const refusal = isWithdrawn ? WITHDRAWN : `${operation} ${code}`
    refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
    await sleep(50)
    return null
  }

  async function put(): Promise<void> {
    const page = counts.page++
    const reply = await send('put', 'PUT', `/admin/knowledge-bases/${knowledgeBaseId}/documents`, {
      url: buildUrl(page),
      content: `# Vault ${page}\n\nVault ${page} opens with the code ${makeSecret(page)}.`,
      content_type: 'text/markdown',
    })
    if (reply) {
      const { id } = JSON.parse(reply.text)
      promised.documents.set(page, id)
      open.set(page, id)
    }
    await sleep(200)
  }

  async function restrict(): Promise<void> {
    const [oldest] = open
    if (oldest && open.size > OPEN_PAGES) {
      const [page, id] = oldest
      open.delete(page)
      const path = `/admin/knowledge-bases/${knowledgeBaseId}/documents/${id}`
      isRestricting = true
      if (await send('restrict', 'PATCH', path, { visibility: 'restricted' })) {
        promised.restricted.add(page)
        restrictedInOrder.push(page)
      } else open.set(page, id)
      isRestricting = false
      restrictedMs = performance.now()
    }
    await sleep(200)
  }

  /** One of the pages restricted last; before there are any, one that is not there. */
  const newlyRestricted = () =>
    restrictedInOrder.at(-1 - (counts.question++ % Math.min(5, restrictedInOrder.length || 1))) ??
    -1

  async function read(operation: 'search' | 'ask'): Promise<Exchange | null> {
    const before = restrictedInOrder.length
    const page = newlyRestricted()
    const path = `/public/knowledge-bases/${knowledgeBaseId}/${operation === 'ask' ? 'chat' : 'search'}`
    const reply = await send(operation, 'POST', path, { query: `Which code opens vault ${page}?` })
    const hidden = restrictedInOrder.slice(0, before)
    const shown = reply ? hidden.filter((one) => reply.text.includes(makeSecret(one))) : []
    if (shown.length > 0) leaks.push(`${operation}: vault ${shown.join(', ')}`)
    return reply
  }

  async function search(): Promise<void> {
    await read('search')
    await sleep(40)
  }

  async function ask(): Promise<void> {
    const reply = await read('ask')
    const id = /"message_id":"([^"]+)"/.exec(reply?.text ?? '')?.[1]
    if (id !== undefined) promised.answers.push(id)
    await sleep(100)
  }

  async function rate(): Promise<void> {
    const answers = promised.answers.slice(-20)
    const id = answers[counts.rating % (answers.length || 1)]
    const number = counts.rating++
    if (id !== undefined) {
      const body = { message_id: id, rating: 'up', comment: String(number) }
      if (await send('rate', 'POST', '/public/feedback', body)) {
        promised.ratings.set(id, number)
        counts.acknowledgedRatings += 1
      }
    }
    await sleep(20)
  }

  const repeat = async (work: () => Promise<void>) => {
    while (!stopped.signal.aborted) await work()
  }
  const running = [put, restrict, search, search, ask, rate].map(repeat)
  return {
    sent,
    promised,
    leaks,
    refusals,
    acknowledgedRatings: () => counts.acknowledgedRatings,
    async stop() {
      stopped.abort()
      await Promise.all(running)
    },
  }
}
