import type { StreamFailureCode } from '@footnote/contract/errors'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { newId } from '../platform/new-id.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Page } from '../platform/page.ts'
import type { Recorder } from '../platform/record-batches.ts'
import { createRecorder } from '../platform/record-batches.ts'

export type FailedAnswer = {
  tenant: Tenant
  requestId: string
  code: StreamFailureCode
  source: string
  widgetId: string | null
  keyId: string | null
  /** null: it failed before the model was known. */
  model: string | null
  language: string
  at: Date
}

export type FailureRecorder = Recorder<FailedAnswer>

/** The reader has been told already; nobody waits for it. */
const WRITE_MS = 1_000
/** In one process between two writes. */
const MAX_WAITING = 10_000
export const KEPT_DAYS = 30
/** Kept for one knowledge base. A provider that is down for a day makes more than anyone reads. */
const MAX_KEPT = 10_000

export const createFailureRecorder = (db: Db, onError: (error: unknown) => void): FailureRecorder =>
  createRecorder<FailedAnswer>({
    // A connection asks several questions, each under an id of its own.
    getName: () => newId(),
    merge: (_, later) => later,
    write: (failures) => writeFailures(db, failures),
    onError,
    intervalMs: WRITE_MS,
    maxEntries: MAX_WAITING,
  })

/** Lists and counts each failure, both or neither. */
export async function writeFailures(db: Db, failures: readonly FailedAnswer[]): Promise<void> {
  for (const ofTenant of Map.groupBy(failures, ({ tenant }) => tenant.knowledgeBaseId).values()) {
    const [first] = ofTenant
    if (first) await withTenant(db, first.tenant, (tx) => insert(tx, ofTenant))
  }
}

async function insert(tx: TenantTransaction, failures: readonly FailedAnswer[]): Promise<void> {
  await sql`
    with failed as (
      select * from unnest(
        ${failures.map(() => newId())}::uuid[], ${failures.map(({ requestId }) => requestId)}::text[],
        ${failures.map(({ code }) => code)}::text[], ${failures.map(({ source }) => source)}::text[],
        ${failures.map(({ widgetId }) => widgetId)}::uuid[],
        ${failures.map(({ keyId }) => keyId)}::uuid[],
        ${failures.map(({ model }) => model)}::text[],
        ${failures.map(({ language }) => language)}::text[],
        ${failures.map(({ at }) => at)}::timestamptz[]
      ) f (id, request_id, error_code, source, widget_id, key_id, model, language, at)
    ), listed as (
      insert into answer_failures
        (knowledge_base_id, id, request_id, error_code, source, widget_id, key_id, model, created_at)
      select current_knowledge_base(), id, request_id, error_code, source, widget_id, key_id, model, at
      from failed)
    insert into answer_counts as c
      (knowledge_base_id, day, source, widget_id, key_id, model, language, failed)
    select current_knowledge_base(), (at at time zone 'utc')::date, source,
           coalesce(widget_id, no_id()), counted_key(key_id), coalesce(model, ''), language, count(*)
    from failed group by 1, 2, 3, 4, 5, 6, 7
    -- Two processes lock the rows in the same order.
    order by 2, 3, 4, 5, 6, 7
    on conflict on constraint answer_counts_pkey do update set failed = c.failed + excluded.failed`.execute(
    tx,
  )
}

export type StoredFailure = {
  id: string
  created_at: Date
  request_id: string
  error_code: StreamFailureCode
  source: string
  widget_id: string | null
  key_id: string | null
  model: string | null
}

/** Newest first. */
export async function listFailures(
  tx: TenantTransaction,
  { limit, after, code }: Page & { code: StreamFailureCode | undefined },
): Promise<StoredFailure[]> {
  const { rows } = await sql<StoredFailure>`
    select id, created_at, request_id, error_code, source, widget_id, key_id, model
    from answer_failures
    where (${after ?? null}::uuid is null or id < ${after ?? null}::uuid)
      and (${code ?? null}::text is null or error_code = ${code ?? null}::text)
    order by id desc limit ${limit}`.execute(tx)
  return rows
}

export async function countFailures(
  tx: TenantTransaction,
): Promise<{ error_code: StreamFailureCode; failed: number }[]> {
  const { rows } = await sql<{ error_code: StreamFailureCode; failed: number }>`
    select error_code, count(*)::int as failed from answer_failures
    group by 1 order by 2 desc, 1`.execute(tx)
  return rows
}

/** Deletes what is too old or too many. They stay counted. */
export async function forgetOldFailures(db: Db): Promise<void> {
  const bases = await db.selectFrom('knowledge_bases').select(['workspace_id', 'id']).execute()
  for (const { workspace_id: workspaceId, id: knowledgeBaseId } of bases) {
    await withTenant(db, { workspaceId, knowledgeBaseId }, (tx) =>
      sql`
        delete from answer_failures where created_at < now() - make_interval(days => ${KEPT_DAYS})
          or id <= (select id from answer_failures order by id desc offset ${MAX_KEPT} limit 1)`.execute(
        tx,
      ),
    )
  }
}
