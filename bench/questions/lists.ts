import { percentile } from '../../server/src/evaluations/metrics/ranking-metrics.ts'
import { createKnowledge } from '../../test/support/knowledge.ts'
import { ADMIN_TOKEN, startService } from '../../test/support/service.ts'
import { EVENTS, fillLargeBase, MESSAGES, PAGES } from '../../test/support/store/large-base.ts'
import { withDatabase } from '../lib/database.ts'
import type { Figures } from '../lib/figures.ts'
import { rounded } from '../lib/figures.ts'
import type { BenchOptions } from '../lib/options.ts'
import { timeRepeats } from '../lib/time-repeats.ts'
import { printTable } from '../lib/table.ts'

const REQUESTS = { full: 300, short: 20 }
const GOAL_MS = 50

type Times = { p50: number; p99: number }

/** The console's lists over HTTP, one request after the other, with as much as the console is made for. */
export async function run({ short }: BenchOptions): Promise<Figures> {
  const requests = short ? REQUESTS.short : REQUESTS.full
  const times = await withDatabase(async ({ ownerUrl }) => {
    await using service = await startService({ databaseUrl: ownerUrl, command: 'api' })
    const { workspaceId, knowledgeBaseId } = await createKnowledge(service, 'Large')
    const large = await fillLargeBase(ownerUrl, { workspaceId, knowledgeBaseId })
    const base = `/api/v1/admin/knowledge-bases/${knowledgeBaseId}`
    const paths = {
      documents: `${base}/documents`,
      'documents, failed': `${base}/documents?state=failed`,
      'documents, restricted': `${base}/documents?visibility=restricted`,
      'documents of a group': `${base}/documents?group_id=${large.groupId}`,
      'documents, a rare word': `${base}/documents?q=7777`,
      'documents, a common word': `${base}/documents?q=page`,
      'documents by title': `${base}/documents?sort=title`,
      messages: `${base}/messages`,
      'messages, not covered': `${base}/messages?covered=false`,
      'messages in a rare language': `${base}/messages?language=fi`,
      'messages that cite a page': `${base}/messages?document_id=${large.citedId}`,
      syncs: `${base}/sources/${large.sourceId}/syncs`,
      'pages of a sync': `${base}/sources/${large.sourceId}/syncs/${large.syncId}/pages`,
      'pages of a source': `${base}/sources/${large.sourceId}/pages`,
      'deleted pages': `${base}/sources/${large.sourceId}/deleted-pages`,
      'audit log': `/api/v1/admin/workspaces/${workspaceId}/audit`,
    }
    const measured: Record<string, Times> = {}
    for (const [name, path] of Object.entries(paths)) {
      measured[name] = await timesOf(service.baseUrl + path, requests)
    }
    return measured
  })
  printTable(
    `Lists over HTTP with ${PAGES} pages, ${MESSAGES} answers and ${EVENTS} audit events (goal: p99 ${GOAL_MS} ms)`,
    ['list', 'p50 ms', 'p99 ms'],
    Object.entries(times).map(([name, { p50, p99 }]) => [name, p50, p99]),
  )
  return { pages: PAGES, messages: MESSAGES, auditEvents: EVENTS, requests, times }
}

async function timesOf(url: string, requests: number): Promise<Times> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const read = async () => {
    const reply = await fetch(url, { headers })
    const text = await reply.text()
    if (reply.status !== 200) throw new Error(`${reply.status} ${url} ${text.slice(0, 300)}`)
  }
  const times = await timeRepeats(read, { repeats: requests, warmUps: 10 })
  return { p50: rounded(percentile(times, 0.5)), p99: rounded(percentile(times, 0.99)) }
}
