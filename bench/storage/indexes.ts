import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { percentile } from '../../server/src/evaluations/metrics/ranking-metrics.ts'
import { findSearchContext } from '../../server/src/knowledge/search-context.ts'
import { createSpaceIndexes } from '../../server/src/knowledge/spaces/embedding-space-index.ts'
import {
  INDEX_ABOVE_PASSAGES,
  maintainSpaces,
} from '../../server/src/knowledge/spaces/embedding-space-size.ts'
import type { Embedder } from '../../server/src/models/embedding/embedder.ts'
import type { Tenant, TenantTransaction } from '../../server/src/platform/database/tenant.ts'
import { readAsTenant, withTenant } from '../../server/src/platform/database/tenant.ts'
import { RETRIEVER_LIMIT } from '../../server/src/retrieval/candidates.ts'
import { searchStatement } from '../../server/src/retrieval/search-statement.ts'
import type { SearchSpace } from '../../server/src/retrieval/vector-search.ts'
import { termId } from '../../server/src/text/terms.ts'
import { toHalfvec } from '../../server/src/text/vector-text.ts'
import { childrenCpuMs } from '../lib/against/process-cpu.ts'
import { createRandom, createVectors, randomCentres } from '../lib/data/synthetic.ts'
import { createTexts } from '../lib/data/synthetic-text.ts'
import { createTenant, documentWriter } from '../lib/data/write-documents.ts'
import type { Roles } from '../lib/database.ts'
import { runSql, superuserUrl, withDatabase, withRoles } from '../lib/database.ts'
import type { Figures } from '../lib/figures.ts'
import { rounded } from '../lib/figures.ts'
import type { BenchOptions } from '../lib/options.ts'
import { printTable } from '../lib/table.ts'

const DIMENSIONS = 384
const PASSAGES_A_DOCUMENT = 12
const FULL = { indexes: 400, rounds: 10, documentsARound: 20, plansARound: 10 }
const SHORT = { indexes: 100, rounds: 4, documentsARound: 10, plansARound: 5 }
type Sizes = typeof FULL

/** Goals of a database with many indexes, beside one with none. */
const MOST_TIMES_AS_LONG = 1.5
const MOST_PLANNING_MS = 1

type Write = (url: string, texts: readonly string[]) => Promise<void>
/** A knowledge base to measure, and what was measured. */
type Base = {
  name: string
  tenant: Tenant
  write: Write
  storeMs: number[]
  cpuMs: number[]
  /** Of the whole search, once a connection, and of what is planned for each search. */
  planMs: number[]
  eachPlanMs: number[]
}
type Cell = { indexes: number; roles: Roles; postmaster: number; bases: Base[] }

/**
 * What knowledge bases that have a vector index of their own cost the others in their database, and each
 * other: three databases in turns, with none of them, with one, and with many.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const sizes = options.short ? SHORT : FULL
  return withCell(0, (none) =>
    withCell(1, (one) =>
      withCell(sizes.indexes, async (many) => {
        const cells = [none, one, many]
        for (let round = 0; round < sizes.rounds; round += 1) {
          for (const cell of cells) {
            for (const base of cell.bases) await measure(cell, base, sizes, round)
          }
        }
        return report(cells)
      }),
    ),
  )
}

const withCell = <Result>(
  indexes: number,
  work: (cell: Cell) => Promise<Result>,
): Promise<Result> =>
  withDatabase((database) => withRoles(database, async (roles) => work(await fill(roles, indexes))))

/** As many knowledge bases with an index, the last of which is measured, and one without. */
async function fill(roles: Roles, indexes: number): Promise<Cell> {
  const small = await createBase(roles, 'small')
  const large = await createBase(roles, 'large')
  if (indexes > 0) await giveIndex(roles, large)
  for (let number = 1; number < indexes; number += 1) {
    await giveIndex(roles, await createBase(roles, `large ${number}`))
  }
  await runSql(roles.ownerUrl, 'vacuum analyze')
  const [server] = await runSql<{ id: string }>(
    superuserUrl(roles.ownerUrl),
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as id",
  )
  return { indexes, roles, postmaster: Number(server?.id), bases: [small, large] }
}

async function createBase(roles: Roles, name: string): Promise<Base> {
  const tenant = await createTenant(roles, embedder, name)
  const write = documentWriter(roles, embedder, tenant)
  await write('https://indexes.test/first', nextPassages())
  return { name, tenant, write, storeMs: [], cpuMs: [], planMs: [], eachPlanMs: [] }
}

/** By the product's own maintenance, which is told that there are enough passages. */
async function giveIndex({ worker: { db }, ownerUrl }: Roles, { tenant }: Base): Promise<void> {
  await withTenant(db, tenant, (tx) =>
    tx
      .updateTable('term_statistics')
      .set({ passages: INDEX_ABOVE_PASSAGES + 1 })
      .where('term', '=', 0)
      .execute(),
  )
  const indexes = createSpaceIndexes(ownerUrl)
  await maintainSpaces({ db, indexes }, tenant, new AbortController().signal)
}

async function measure(
  { roles, postmaster }: Cell,
  base: Base,
  sizes: Sizes,
  round: number,
): Promise<void> {
  // The first document of a turn finds caches as the other databases left them.
  await base.write(`https://indexes.test/${round}`, nextPassages())
  const startCpuMs = childrenCpuMs(postmaster)
  for (let number = 0; number < sizes.documentsARound; number += 1) {
    const texts = nextPassages()
    const startMs = performance.now()
    await base.write(`https://indexes.test/${round}-${number}`, texts)
    base.storeMs.push(performance.now() - startMs)
  }
  base.cpuMs.push((childrenCpuMs(postmaster) - startCpuMs) / sizes.documentsARound)
  for (let number = 0; number < sizes.plansARound; number += 1) {
    const { wholeMs, eachMs } = await planningMs(roles, base.tenant)
    base.planMs.push(wholeMs)
    base.eachPlanMs.push(eachMs)
  }
}

/** Of the statement that a search of this knowledge base sends, and of its part that is planned anew. */
async function planningMs({ api: { db } }: Roles, tenant: Tenant) {
  return readAsTenant(db, tenant, async (tx) => {
    const { space } = await findSearchContext(tx, tenant)
    const terms = texts.question().map((word) => termId(tenant.knowledgeBaseId, word))
    const vector = toHalfvec(nextVector())
    const whole = searchStatement({
      queries: [{ language: 'en', terms }],
      space,
      vector,
      similarityBaseline: 0,
      groupIds: null,
      hiddenDocumentIds: [],
      limit: 10,
      wantsCandidates: false,
    })
    return {
      wholeMs: await explained(tx, whole),
      eachMs: space.indexed ? await explained(tx, nearestIndexed(space, vector)) : 0,
    }
  })
}

/** What the function of this name sends. */
const nearestIndexed = ({ id, dimensions }: SearchSpace, vector: string): RawBuilder<unknown> => {
  const type = sql.raw(`halfvec(${dimensions})`)
  return sql`
    select v.passage_id, v.document_id, v.embedding::${type} <=> ${vector}::${type} as distance
    from readable_indexed_vectors v where v.space_id = ${sql.lit(id)}::uuid
    order by distance limit ${sql.lit(RETRIEVER_LIMIT)}`
}

/** How long PostgreSQL says that planning took. */
async function explained(tx: TenantTransaction, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ 'Planning Time': number }] }>`
    explain (summary, format json) ${statement}`.execute(tx)
  return rows[0]?.['QUERY PLAN'][0]['Planning Time'] ?? Number.NaN
}

function report(cells: readonly Cell[]): Figures {
  const rows = cells.flatMap(({ indexes, bases }) =>
    bases.map(({ name, storeMs, cpuMs, planMs, eachPlanMs }) => ({
      indexes,
      base: name,
      storeMs: rounded(percentile(storeMs, 0.5)),
      cpuMs: rounded(percentile(cpuMs, 0.5)),
      planMs: rounded(percentile(planMs, 0.5)),
      eachPlanMs: rounded(percentile(eachPlanMs, 0.5)),
    })),
  )
  const alone = (name: string) => rows.find(({ base, indexes }) => base === name && indexes === 0)
  const compared = rows.map((row) => ({
    ...row,
    timesAsLong: rounded(row.storeMs / (alone(row.base)?.storeMs ?? Number.NaN)),
    timesTheCpu: rounded(row.cpuMs / (alone(row.base)?.cpuMs ?? Number.NaN)),
  }))
  printTable(
    `Storing a document of ${PASSAGES_A_DOCUMENT} passages, and planning a search`,
    [
      'indexes',
      'knowledge base',
      'store ms',
      '× none',
      'CPU ms',
      '× none',
      'plan ms once',
      'plan ms a search',
    ],
    compared.map((row) => [
      row.indexes,
      row.base,
      row.storeMs,
      row.timesAsLong,
      row.cpuMs,
      row.timesTheCpu,
      row.planMs,
      row.eachPlanMs,
    ]),
  )
  console.log(
    `Goals: ${MOST_TIMES_AS_LONG} × none, planning of each search within ${MOST_PLANNING_MS} ms.`,
  )
  return { passagesADocument: PASSAGES_A_DOCUMENT, rows: compared }
}

const texts = createTexts(createRandom(1))
const nextVector = createVectors(randomCentres(50, DIMENSIONS), 0.6, createRandom(2))
const nextPassages = (): string[] =>
  Array.from({ length: PASSAGES_A_DOCUMENT }, () => texts.passage().join(' '))

const embedder: Embedder = {
  model: 'elsewhere',
  dimensions: DIMENSIONS,
  similarityBaseline: async () => 0,
  embedPassages: async (passages) => passages.map(nextVector),
  embedQuery: async () => nextVector(),
  close: async () => {},
}
