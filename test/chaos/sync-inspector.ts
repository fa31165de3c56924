import pg from 'pg'
import type { IndexFaults } from './index-inspector.ts'
import { INDEX_FAULTS } from './index-inspector.ts'

export type SyncFacts = {
  state: string
  /** Pages with an outcome, and indexed documents. */
  done: number
  owner: string | null
}

export type PageFacts = { state: string; pages: number; without_reason: number }

/** Reads the state of syncs, bypassing row security, while the database responds. */
export function openSyncInspector(superuserUrl: string) {
  async function rows<Row extends object>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: superuserUrl })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const one = async <Row extends object>(statement: string): Promise<Row> => {
    const [row] = await rows<Row>(statement)
    if (!row) throw new Error('The statement gives one row')
    return row
  }
  return {
    sync: () =>
      one<SyncFacts>(`
        select s.state, s.lease_owner as owner,
               (select count(*)::int from sync_pages p
                where p.sync_id = s.id and p.state not in ('found', 'fetching', 'waiting'))
               + (select count(*)::int from documents where state = 'indexed') as done
        from syncs s order by s.id desc limit 1`),
    pages: () =>
      rows<PageFacts>(`
        select state, count(*)::int as pages, count(*) filter (where reason is null)::int as without_reason
        from sync_pages where sync_id = (select max(id::text)::uuid from syncs) group by 1 order by 1`),
    documents: () =>
      rows<{ state: string; documents: number }>(
        'select state, count(*)::int as documents from documents group by 1',
      ),
    /** Pages with two documents, or none. */
    strays: () =>
      one<{ strays: number }>(`
        select count(*)::int as strays from documents d
        where 1 <> (select count(*) from source_pages o where o.document_id = d.id)`),
    faults: () => one<IndexFaults>(INDEX_FAULTS),
  }
}
