import type { Citation } from '@footnote/contract/public/citation'
import { Client } from 'pg'
import { NO_PAGES } from '../../../server/src/ingestion/sync/sync-counts.ts'
import { newId } from '../../../server/src/platform/new-id.ts'
import type { MessageHome } from './stored-messages.ts'
import { asTenant, TRACE } from './stored-messages.ts'

/** As many as the console is made for. */
export const PAGES = 20_000
export const MESSAGES = 200_000
export const EVENTS = 200_000
const IN_THREAD = 4
export const SYNCS = 2_000
/** Every so many pages is one that failed, is restricted, and is in the group. */
export const RARE = 500

const MINUTE = 60_000
const BEGIN = Date.parse('2026-01-01T00:00:00Z')

/** When the thing of this number happened: one a minute. */
export const getTime = (number: number): number => BEGIN + number * MINUTE

/** The id of the thing of this number. */
const idFor = (n: string) => `(lpad(to_hex(${BEGIN}::bigint + ${n} * ${MINUTE}::bigint), 12, '0')
  || '70008' || lpad(to_hex(${n}), 15, '0'))::uuid`
const getId = idFor('n')

export type LargeBase = {
  groupId: string
  personId: string
  /** The source of all pages, its sync that runs, and a page that every 1,000th answer cites. */
  sourceId: string
  syncId: string
  citedId: string
}

/**
 * Fills a knowledge base by a few statements of the owner, whom no time limit stops. Indexes that are
 * slow to add to are built afterwards.
 */
export async function fillLargeBase(ownerUrl: string, home: MessageHome): Promise<LargeBase> {
  const ids = { groupId: newId(), personId: newId(), sourceId: newId(), syncId: newId() }
  const citedId = await asTenant(ownerUrl, home, async (client) => {
    const addPages = () => storePages(client, home, ids)
    await withoutIndex(client, 'documents_searched', addPages)
    const { rows } = await client.query<{ id: string }>(
      `select id from documents where source_key = '/7777'`,
    )
    const cited = rows[0]?.id ?? ''
    await withoutIndex(client, 'message_search_terms', () => storeMessages(client, home, cited))
    await client.query(
      `insert into audit_events (workspace_id, id, actor, actor_id, action, subject_id, created_at)
       select $1, ${getId}, case when n = 77 then 'ada@example.com' else 'operator' end,
              case when n = 77 then $2::uuid end,
              case when n = 77 then 'key.revoke' else 'document.put' end,
              case when n = 77 then $2::uuid end,
              to_timestamp((${BEGIN} + n * ${MINUTE}::bigint) / 1000)
       from generate_series(1, ${EVENTS}) n`,
      [home.workspaceId, ids.personId],
    )
    return cited
  })
  await vacuum(ownerUrl)
  return { ...ids, citedId }
}

async function storePages(
  client: Client,
  { knowledgeBaseId }: MessageHome,
  { groupId, sourceId, syncId }: Pick<LargeBase, 'groupId' | 'sourceId' | 'syncId'>,
): Promise<void> {
  const run = (text: string, ...values: unknown[]) =>
    client.query(text, [knowledgeBaseId, ...values])
  const some = `case when n % ${RARE} = 0`
  const every = `from generate_series(1, ${PAGES}) n`
  await run(
    `insert into source_groups (knowledge_base_id, id, name) values ($1, $2, 'Few')`,
    groupId,
  )
  await run(
    `insert into sources (knowledge_base_id, id, name, type, settings)
     values ($1, $2, 'All', 'files', '{"type": "files", "base_url": "https://docs.example.com/"}')`,
    sourceId,
  )
  await run(
    `insert into documents (knowledge_base_id, id, source_id, source_key, url, title, content,
                            content_type, state, visibility, group_id, passage_count, indexed_at)
     select $1, ${getId}, $2, '/' || n, 'https://docs.example.com/' || n, 'Page ' || n,
            repeat('Some text. ', 100), 'text/markdown', ${some} then 'failed' else 'indexed' end,
            ${some} then 'restricted' else 'public' end, ${some} then $3::uuid end, n % 40,
            now() - n * interval '1 minute' ${every}`,
    sourceId,
    groupId,
  )
  await run(
    `insert into source_pages (knowledge_base_id, source_id, key, document_id, state)
     select $1, $2, '/' || n, ${getId}, ${some} then 'failed' else 'unchanged' end ${every}`,
    sourceId,
  )
  await run(
    `insert into deleted_pages (knowledge_base_id, source_id, key, document_id, url, title)
     select $1, $2, '/old/' || n, ${getId}, 'https://docs.example.com/old/' || n, 'Old ' || n ${every}`,
    sourceId,
  )
  await run(
    `insert into syncs (knowledge_base_id, id, source_id, trigger, state, counts)
     select $1::uuid, ${getId}, $2::uuid, 'schedule', 'completed', $4::jsonb
     from generate_series(1, ${SYNCS}) n
     union all select $1, $3::uuid, $2, 'manual', 'running', $4::jsonb`,
    sourceId,
    syncId,
    JSON.stringify({ ...NO_PAGES, found: PAGES, fetched: PAGES, unchanged: PAGES }),
  )
  await run(
    `insert into sync_pages (knowledge_base_id, sync_id, key, document_id, state)
     select $1, $2, '/' || n, ${getId}, ${some} then 'failed' else 'unchanged' end ${every}`,
    syncId,
  )
}

/** What they can be filtered by is worked out once for each kind. */
async function storeMessages(
  client: Client,
  { knowledgeBaseId }: MessageHome,
  citedId: string,
): Promise<void> {
  const citation: Citation = {
    index: 1,
    title: 'Page 7777',
    url: 'https://docs.example.com/7777',
    document_id: citedId,
    chunk_id: newId(),
    heading_path: ['Page 7777'],
    excerpt: 'Some text.',
  }
  await client.query(
    `insert into threads (knowledge_base_id, id)
     select $1, ${getId} from generate_series(0, ${MESSAGES / IN_THREAD}) n`,
    [knowledgeBaseId],
  )
  await client.query(
    `insert into messages (knowledge_base_id, id, thread_id, source, question, answer, covered,
                           language, citations, trace)
     select $1, ${getId}, ${idFor(`(n / ${IN_THREAD})`)}, 'widget', 'Why?',
            'So.', true, case when n = 77 then 'fi' else 'en' end,
            case when n % 1000 = 0 then $2::jsonb
                 else '[]' end, $3::jsonb
     from generate_series(1, ${MESSAGES}) n`,
    [knowledgeBaseId, JSON.stringify([citation]), TRACE],
  )
  await client.query(
    `with kinds as materialized (
       select language, citations, message_facets(one, null, null, false, '{}') as facets
       from (select distinct on (language, citations) m as one, language, citations
             from messages m) kind)
     insert into message_search (knowledge_base_id, message_id, words, facets)
     select m.knowledge_base_id, m.id, '{}', k.facets
     from messages m join kinds k using (language, citations)`,
  )
  await client.query(
    `insert into citation_counts (knowledge_base_id, day, document_id, cited)
     select $1, date '2020-01-01' + n % 700, ${getId}, 1 from generate_series(1, ${PAGES}) n`,
    [knowledgeBaseId],
  )
}

async function withoutIndex(client: Client, name: string, work: () => Promise<unknown>) {
  const { rows } = await client.query<{ indexdef: string }>(
    'select indexdef from pg_indexes where indexname = $1',
    [name],
  )
  await client.query(`drop index ${name}`)
  await work()
  await client.query(rows[0]?.indexdef ?? '')
}

/** So that the planner knows the sizes, and that a count need not look at the rows. */
async function vacuum(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
