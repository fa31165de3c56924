import pg from 'pg'
import { inject } from 'vitest'
import type { TestDatabase } from '../support/store/services.ts'
import { withDatabase } from '../support/store/services.ts'

export type IndexFaults = {
  doubledPassages: number
  documentsWithGaps: number
  documentsMiscounted: number
  passagesWithoutOneVector: number
  termsMiscounted: number
}

export const NO_FAULTS: IndexFaults = {
  doubledPassages: 0,
  documentsWithGaps: 0,
  documentsMiscounted: 0,
  passagesWithoutOneVector: 0,
  termsMiscounted: 0,
}

type Progress = { indexed: number; failed: number; active: number; waiting: number }

const PROGRESS = `
  select (select count(*)::int from documents where state = 'indexed') as indexed,
         (select count(*)::int from documents where state = 'failed') as failed,
         count(*) filter (where state = 'active' and started_on > $1)::int as active,
         count(*) filter (where state in ('created', 'retry', 'active'))::int as waiting
  from pgboss.job where name = 'index-document'`

export const INDEX_FAULTS = `
  with per_document as (
    select d.id, d.passage_count, count(p.id)::int as stored,
           count(distinct p.chunk_index)::int as places, max(p.chunk_index) as last
    from documents d left join passages p on p.document_id = d.id
    group by d.id, d.passage_count
  ), fresh as (
    select p.knowledge_base_id, t.term, count(*)::int as passages
    from passages p cross join lateral unnest(array[0] || p.terms) as t (term)
    where p.visibility <> 'restricted'
    group by 1, 2
  )
  select (select coalesce(sum(stored - places), 0)::int from per_document) as "doubledPassages",
         (select count(*)::int from per_document where last is distinct from stored - 1)
           as "documentsWithGaps",
         (select count(*)::int from per_document where stored <> passage_count)
           as "documentsMiscounted",
         (select count(*)::int from passages p
            where 1 <> (select count(*) from passage_vectors v where v.passage_id = p.id))
           as "passagesWithoutOneVector",
         (select count(*)::int
            from fresh full join term_statistics s using (knowledge_base_id, term)
            where coalesce(fresh.passages, 0) <> coalesce(s.passages, 0)) as "termsMiscounted"`

export type IndexInspector = Awaited<ReturnType<typeof openIndexInspector>>

/** Reads all tenants' rows as the superuser, who bypasses row security. */
export async function openIndexInspector(database: TestDatabase) {
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const client = new pg.Client({
    connectionString: withDatabase(inject('services').adminDatabaseUrl, name),
  })
  await client.connect()
  async function only<Row extends object>(statement: string, values: unknown[] = []): Promise<Row> {
    const { rows } = await client.query<Row>(statement, values)
    if (!rows[0]) throw new Error('The statement gives one row')
    return rows[0]
  }
  return {
    /** `active` are running jobs that began since then. */
    progress: (since: Date) => only<Progress>(PROGRESS, [since]),
    jobsRunAgain: async () =>
      (await only<{ sum: number }>('select sum(retry_count)::int from pgboss.job')).sum,
    states: async () =>
      (await client.query('select state, count(*)::int as documents from documents group by 1'))
        .rows,
    passages: async () =>
      (await only<{ count: number }>('select count(*)::int from passages')).count,
    faults: () => only<IndexFaults>(INDEX_FAULTS),
    close: () => client.end(),
  }
}
