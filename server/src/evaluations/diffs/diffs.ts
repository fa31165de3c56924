import type {
  AnswerDiff,
  AnswerDiffBody,
  DiffItem,
  DiffPage,
  DiffVerdict,
} from '@footnote/contract/admin/diffs/answer-diffs'
import { DiffCounts, DiffVerdict as Verdicts } from '@footnote/contract/admin/diffs/answer-diffs'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { contentTypeOfPath, isTextType } from '../../connectors/content-types.ts'
import type { OverlayPage } from '../../knowledge/overlays/overlay-pages.ts'
import { insertOverlayPages } from '../../knowledge/overlays/overlay-pages.ts'
import type { Db } from '../../platform/database/db.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import type { Page } from '../../platform/page.ts'
import { enqueue } from '../../platform/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { UnitOfWork } from '../../platform/unit-of-work.ts'
import { createLocator } from '../../sources/locate-pages.ts'
import type { KnownDocument } from '../../sources/locate-pages.ts'
import { createRuling } from '../../sources/page-ruling.ts'
import type { Source } from '../../sources/sources.ts'
import { findSource, listSources, toSettings } from '../../sources/sources.ts'
import { findSet } from '../sets/question-sets.ts'

/** Each has its overlay in the database. */
const MAX_WAITING = 3
/** Reports kept of one knowledge base. */
const KEPT = 50

type StoredDiff = Omit<AnswerDiff, 'created_at' | 'ended_at' | 'counts'> & {
  created_at: Date
  ended_at: Date | null
  verdicts: Partial<Record<DiffVerdict, number>>
}

const diffsWhere = (condition: RawBuilder<unknown>, limit: number) => sql<StoredDiff>`
  select d.id, d.label, d.state, d.reason, d.pages, i.total, i.done, i.verdicts, d.created_at,
         d.ended_at
  from answer_diffs d
  cross join lateral (
    select coalesce(sum(n), 0)::int as total,
           coalesce(sum(n) filter (where verdict is not null), 0)::int as done,
           coalesce(jsonb_object_agg(verdict, n) filter (where verdict is not null), '{}') as verdicts
    from (select verdict, count(*) as n from answer_diff_items i
          where i.knowledge_base_id = d.knowledge_base_id and i.diff_id = d.id
          group by verdict) counted) i
  where ${condition} order by d.id desc limit ${limit}`

const toDiff = ({ created_at, ended_at, verdicts, ...rest }: StoredDiff): AnswerDiff => ({
  ...rest,
  counts: DiffCounts.parse(
    Object.fromEntries(Verdicts.options.map((name) => [name, verdicts[name] ?? 0])),
  ),
  created_at: created_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})

/** Newest first. */
export async function listDiffs(
  tx: TenantTransaction,
  { limit, after }: Page,
): Promise<AnswerDiff[]> {
  const condition = sql`(${after ?? null}::uuid is null or d.id < ${after ?? null}::uuid)`
  const { rows } = await diffsWhere(condition, limit).execute(tx)
  return rows.map(toDiff)
}

/** Refuses an unknown id. */
export async function findDiff(tx: TenantTransaction, id: string): Promise<AnswerDiff> {
  const { rows } = await diffsWhere(sql`d.id = ${id}::uuid`, 1).execute(tx)
  const [found] = rows
  if (!found) throw new Refusal('NOT_FOUND')
  return toDiff(found)
}

/** What is worst first, and what was asked most often. */
export async function listDiffItems(tx: TenantTransaction, id: string): Promise<DiffItem[]> {
  const { rows } = await sql<DiffItem>`
    select question, origin, times, verdict, before, after, differences
    from answer_diff_items where diff_id = ${id}::uuid
    order by array_position(${[...Verdicts.options]}::text[], verdict), times desc, position`.execute(
    tx,
  )
  return rows
}

/** Stores the overlay and queues the job in one transaction. Refuses pages whose address nothing tells. */
export async function startDiff(unit: UnitOfWork, body: AnswerDiffBody): Promise<AnswerDiff> {
  const { tx, queue, tenant } = unit
  const { workspaceId, knowledgeBaseId } = tenant
  for (const id of body.set_ids) await findSet(tx, id)
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from answer_diffs where state in ('queued', 'running')`.execute(
    tx,
  )
  if ((rows[0]?.waiting ?? 0) >= MAX_WAITING) {
    throw new Refusal('CONFLICT', { message: `${MAX_WAITING} answer diffs are under way already.` })
  }
  const { overlay, pages } = await toOverlay(tx, body)
  const diffId = newId()
  await sql`
    insert into answer_diffs (knowledge_base_id, id, label, top_k, days, with_gaps, set_ids, pages)
    values (${knowledgeBaseId}, ${diffId}, ${body.label}, ${body.top_k}, ${body.days}, ${body.gaps},
            ${body.set_ids}::uuid[], ${JSON.stringify(pages)}::jsonb)`.execute(tx)
  await insertOverlayPages(tx, tenant, diffId, overlay)
  await sql`
    delete from answer_diffs where state in ('completed', 'failed')
      and id <= (select id from answer_diffs order by id desc offset ${KEPT} limit 1)`.execute(tx)
  await enqueue(queue, tx, 'diff-answers', { workspaceId, knowledgeBaseId, diffId }, diffId)
  return findDiff(tx, diffId)
}

type ReplacedDocument = KnownDocument &
  Pick<OverlayPage, 'title' | 'given_title' | 'visibility' | 'group_id' | 'labels' | 'source_type'>

/** What is to be searched in place of which document. Pages that would not be read are left out. */
async function toOverlay(
  tx: TenantTransaction,
  body: AnswerDiffBody,
): Promise<{ overlay: OverlayPage[]; pages: DiffPage[] }> {
  const source = await findSourceOf(tx, body)
  const documents = await readDocuments(tx, source)
  const locate = createLocator(
    {
      documents,
      settings: source && source.type !== 'api' ? toSettings(source) : null,
      pathMap: body.path_map,
    },
    body.pages,
  )
  const overlay: OverlayPage[] = []
  const pages: DiffPage[] = []
  const taken = new Set<string>()
  for (const [at, { path, content }] of body.pages.entries()) {
    const type = contentTypeOfPath(path)
    if (type === null || !isTextType(type)) throw unusable(at, 'must be a format of text')
    const located = locate({ path })
    if (!located) {
      throw unusable(at, 'has no address that its source tells; send `path_map` or `source_id`')
    }
    const { url, document } = located
    // Nobody reads it now, and nobody would.
    if (content === null && !document) continue
    if (taken.has(url)) throw unusable(at, `has the address of another page: ${url}`)
    taken.add(url)
    const known = document && (await readReplaced(tx, document.id))
    const change = content === null ? 'removed' : known ? 'changed' : 'added'
    const about = known ?? { ...ruleNew(source, url, path), title: path, given_title: null }
    const id = known?.id ?? newId()
    overlay.push({
      ...about,
      id,
      url,
      change,
      content,
      content_type: content === null ? null : type,
    })
    pages.push({ path, url, title: about.title, change, document_id: id })
  }
  if (pages.length === 0) {
    throw new Refusal('CONFLICT', { message: 'None of these pages is in the knowledge base.' })
  }
  return { overlay, pages }
}

const unusable = (at: number, message: string): Refusal =>
  new Refusal('BAD_REQUEST', { details: [{ path: `pages.${at}.path`, message }] })

/** The one that is named, or the only one there is besides that of pushed documents. */
async function findSourceOf(
  tx: TenantTransaction,
  { source_id: id }: Pick<AnswerDiffBody, 'source_id'>,
): Promise<Source | null> {
  if (id !== undefined) return findSource(tx, id)
  const sources = (await listSources(tx)).filter(({ type }) => type !== 'api')
  return sources.length === 1 ? (sources[0] ?? null) : null
}

async function readDocuments(
  tx: TenantTransaction,
  source: Pick<Source, 'id'> | null,
): Promise<KnownDocument[]> {
  const { rows } = await sql<KnownDocument>`
    select id, url, source_key from documents
    where ${source?.id ?? null}::uuid is null or source_id = ${source?.id ?? null}::uuid
    order by id`.execute(tx)
  return rows
}

async function readReplaced(
  tx: TenantTransaction,
  id: string,
): Promise<ReplacedDocument | undefined> {
  const { rows } = await sql<ReplacedDocument>`
    select d.id, d.url, d.source_key, d.title, d.given_title, d.visibility, d.group_id, d.labels,
           s.type as source_type
    from documents d join sources s on s.id = d.source_id where d.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** A new page is seen by whom the rules of its source say. */
function ruleNew(source: Source | null, url: string, path: string) {
  const plain = { visibility: 'public' as const, group_id: null, labels: {}, source_type: 'api' }
  if (!source) return plain
  const folder = path.split('/').slice(0, -1).join('/')
  const ruled = createRuling(source)({ url, containers: [`folder:/${folder}`] })
  const { visibility, group_id, labels } = ruled
  return { visibility, group_id, labels, source_type: source.type }
}

/** Its job stops at the next question. The overlay goes with it. */
export async function deleteDiff(tx: TenantTransaction, id: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from answer_diffs where id = ${id}::uuid`.execute(tx)
  if (numAffectedRows === 0n) throw new Refusal('NOT_FOUND')
}

/** Of every tenant: which rows they are is the database's to say. */
export async function endLostDiffs(workerDb: Db): Promise<void> {
  const reason = 'The worker that ran it died, and none went on.'
  await sql`update answer_diffs set state = 'failed', reason = ${reason}, ended_at = now()`.execute(
    workerDb,
  )
  await sql`delete from answer_diffs`.execute(workerDb)
}
