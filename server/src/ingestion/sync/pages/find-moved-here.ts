import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { SyncRun } from '../sync-run.ts'

type FetchedPage = { key: string; page: { url: string }; fingerprint: Buffer | null }

/** Keys of those pages whose URL or text had another page, which may have disappeared from this source. */
export async function findMovedHere(
  { source, syncId }: Pick<SyncRun, 'source' | 'syncId'>,
  tx: TenantTransaction,
  pages: readonly FetchedPage[],
): Promise<Set<string>> {
  if (pages.length === 0) return new Set()
  const asked = pages.map(({ key, page, fingerprint: print }) => ({
    key,
    url: page.url,
    fingerprint: print?.toString('hex') ?? null,
  }))
  const { rows } = await sql<{ key: string }>`
    select p.key from (
      select key, url, decode(fingerprint, 'hex') as fingerprint
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as p (key text, url text, fingerprint text)) p
    where exists (
      select from (
        select o.key from source_pages o
        where o.source_id = ${source.id} and o.fingerprint = p.fingerprint
        union all
        select o.key from documents d
        join source_pages o on o.source_id = ${source.id} and o.document_id = d.id
        where d.url = p.url
        union all
        select s.key from sync_pages s
        where s.sync_id = ${syncId} and s.state = 'moved' and s.moved_to = p.key) as earlier
      join source_pages o
        on o.source_id = ${source.id} and o.key = earlier.key and o.document_id is not null
      left join sync_pages s on s.sync_id = ${syncId} and s.key = o.key
      where o.key <> p.key
        and (s.key is null or s.state in ('found', 'fetching', 'gone', 'moved')))`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}
