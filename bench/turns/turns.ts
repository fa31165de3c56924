import { percentile } from '../../server/src/evaluations/metrics/ranking-metrics.ts'
import type { Knowledge } from '../../test/support/knowledge.ts'
import { createKnowledge, untilIndexed } from '../../test/support/knowledge.ts'
import type { Service } from '../../test/support/service.ts'
import { startService } from '../../test/support/service.ts'
import { buildThis } from '../lib/against/older-build.ts'
import { putTogether } from '../lib/data/put-together.ts'
import { createRandom } from '../lib/data/synthetic.ts'
import { createTexts } from '../lib/data/synthetic-text.ts'
import { withSuppliedVectors } from '../lib/data/with-supplied-vectors.ts'
import { withDatabase } from '../lib/database.ts'
import type { Figures } from '../lib/figures.ts'
import { rounded } from '../lib/figures.ts'
import type { BenchOptions } from '../lib/options.ts'
import { printTable } from '../lib/table.ts'

const FULL = { queued: 10_000, documents: 15 }
const SHORT = { queued: 400, documents: 3 }
const SECTIONS = 8
/** The first opens connections and compiles code. */
const WARM_UP = 2
const GOAL = 1.5

/**
 * How long one document takes from its request until it is indexed: alone, and while another workspace
 * has thousands queued that nobody has begun.
 */
export async function run({ short }: BenchOptions): Promise<Figures> {
  const { queued, documents } = short ? SHORT : FULL
  const cli = buildThis()
  return withSuppliedVectors(({ env }) =>
    withDatabase(async ({ ownerUrl }) => {
      const start = (command: 'api' | 'worker') =>
        startService({ databaseUrl: ownerUrl, env, cli, command })
      await using api = await start('api')
      const [one, another] = [await createKnowledge(api), await createKnowledge(api, 'Bulk')]
      const page = pages()
      const alone = await withWorker(start, () => timeEach(api, one, page, documents))
      const bulk = Array.from({ length: queued }, () => ({ id: '', ...page() }))
      await putTogether(api.admin, another.knowledgeBaseId, {
        documents: bulk,
        contentType: 'text/markdown',
      })
      const { beside, left } = await withWorker(start, async () => ({
        beside: await timeEach(api, one, page, documents),
        left: (await api.admin.documents.summary(another.knowledgeBaseId)).pending,
      }))
      return report(queued, left, alone, beside)
    }),
  )
}

async function withWorker<Result>(
  start: (command: 'worker') => Promise<Service>,
  work: () => Promise<Result>,
): Promise<Result> {
  const worker = await start('worker')
  try {
    return await work()
  } finally {
    await worker.stop()
  }
}

/** Pages that differ, each with a few passages. */
function pages(): () => { url: string; title: string; content: string } {
  const texts = createTexts(createRandom(1))
  let count = 0
  return () => {
    count += 1
    const sections = Array.from({ length: SECTIONS }, (_, at) => {
      const words = texts.passage().join(' ')
      return `## Section ${at}\n\n${words}.`
    })
    return {
      url: `https://docs.example.com/${count}`,
      title: `Page ${count}`,
      content: sections.join('\n\n'),
    }
  }
}

async function timeEach(
  api: Service,
  { knowledgeBaseId }: Knowledge,
  page: () => { url: string; title: string; content: string },
  documents: number,
): Promise<number[]> {
  const timesMs: number[] = []
  while (timesMs.length < documents + WARM_UP) {
    const startMs = performance.now()
    await api.admin.documents.put(knowledgeBaseId, { ...page(), content_type: 'text/markdown' })
    await untilIndexed(api, knowledgeBaseId)
    timesMs.push(performance.now() - startMs)
  }
  return timesMs.slice(WARM_UP)
}

function report(
  queued: number,
  left: number,
  alone: readonly number[],
  beside: readonly number[],
): Figures {
  const ofTimes = (timesMs: readonly number[]) => ({
    p50Ms: rounded(percentile(timesMs, 0.5)),
    mostMs: rounded(Math.max(...timesMs)),
  })
  const [one, other] = [ofTimes(alone), ofTimes(beside)]
  const ratio = rounded(other.p50Ms / one.p50Ms)
  printTable(
    `From the request until one document is indexed, ${alone.length} times each; ${ratio} times as long (goal ${GOAL})`,
    ['', 'median ms', 'most ms'],
    [
      ['alone', one.p50Ms, one.mostMs],
      [`another workspace has ${queued} queued`, other.p50Ms, other.mostMs],
    ],
  )
  console.log(`${left} of the others were still queued at the end.`)
  return { queued, left, documents: alone.length, alone: one, beside: other, ratio }
}
