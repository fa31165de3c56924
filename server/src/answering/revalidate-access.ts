import type { RedactKind } from '@footnote/contract/admin/workspaces'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { runAsTenant } from '../platform/database/tenant.ts'
import { isAllowedOrigin } from '../access/clients/origins.ts'
import type { AdmittedQuestion } from './admit.ts'

/** The key, the widget, the thread or a document was revoked while the answer was being written. */
export class AccessRevoked extends Error {
  readonly what: 'key' | 'widget' | 'document' | 'thread'

  constructor(what: AccessRevoked['what']) {
    super(`The answer's ${what} was revoked`)
    this.name = 'AccessRevoked'
    this.what = what
  }
}

export type AccessRow = {
  retention: 'standard' | 'zero'
  redact: RedactKind[]
  /** False as well while its knowledge base or workspace is being deleted. */
  is_caller_admitted: boolean
  widget_origins: string[] | null
  are_documents_readable: boolean
}

/** Throws `AccessRevoked` unless the key, the widget and every document may still be used. */
export async function revalidateAccess(
  db: Db,
  question: AdmittedQuestion,
  documentIds: readonly string[],
): Promise<void> {
  checkStanding(question, await readStanding(db, question, documentIds))
}

/** What `checkStanding` reads. */
export async function readStanding(
  db: Db,
  question: AdmittedQuestion,
  documentIds: readonly string[],
): Promise<AccessRow | undefined> {
  const statement = sql<AccessRow>`
    select * from ${standingOf(question, documentIds)} s`
  return (await runAsTenant(db, question.caller, statement))[0]
}

/** What decides how an answer is kept, and whether the page of its widget is one that the widget is for. */
export type Standing = Pick<AccessRow, 'retention' | 'redact' | 'widget_origins'>

export type Storing = {
  documentIds: readonly string[]
  /** As it was last read. */
  known: Standing
  /**
   * Tables of a `with`, which store the answer under this standing provided that the condition is true.
   * The last of them, `stored`, has a row if they did.
   */
  tables: (standing: Standing, provided: RawBuilder<boolean>) => RawBuilder<unknown>
}

/** Settings that change as often as this while one answer is stored do not exist. */
const MAX_ATTEMPTS = 5

/**
 * Stores an answer in one round trip, or throws `AccessRevoked` like `revalidateAccess`. What that reads is
 * locked until the answer is stored: once a restriction, a revocation, a deletion or a change of what is
 * kept has committed, no answer that missed it can be stored. If the standing is another than the one that
 * was known, nothing is stored and it is judged again.
 */
export async function storeWithAccess(
  db: Db,
  question: AdmittedQuestion,
  { documentIds, known, tables }: Storing,
): Promise<Standing & { isStored: boolean }> {
  const { caller, widget } = question
  const holding = {
    call: 'hold_answer_sources($3, $4, $5)',
    values: [caller.keyId, widget?.id ?? null, `{${documentIds.join(',')}}`],
  }
  let standing = known
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const statement = sql<AccessRow & { is_known: boolean | null; is_stored: boolean }>`
      with standing as materialized (
        select s.*,
               s.is_caller_admitted and s.are_documents_readable
               and s.retention = ${standing.retention} and s.redact = ${standing.redact}::text[]
               and s.widget_origins is not distinct from ${standing.widget_origins}::text[] as is_known
        from ${standingOf(question, documentIds)} s
      ), ${tables(standing, sql<boolean>`(select is_known from standing)`)}
      select s.*, exists (select from stored) as is_stored from standing s`
    const [row] = await runAsTenant(db, caller, statement, holding)
    if (row?.is_known) return { ...standing, isStored: row.is_stored }
    standing = checkStanding(question, row)
  }
  throw new Error('What an answer is stored by changes again and again')
}

const standingOf = (
  { caller, widget, groupIds }: AdmittedQuestion,
  documentIds: readonly string[],
): RawBuilder<AccessRow> => sql`answer_standing(
    ${caller.keyId}::uuid, ${widget?.id ?? null}::uuid, ${documentIds}::uuid[], ${groupIds}::uuid[])`

/** Throws `AccessRevoked` unless the question may still be answered. */
export function checkStanding(
  { widget, origin }: AdmittedQuestion,
  row: AccessRow | undefined,
): AccessRow {
  if (!row?.is_caller_admitted) throw new AccessRevoked('key')
  if (widget && !isAllowedOrigin(origin, row.widget_origins ?? []))
    throw new AccessRevoked('widget')
  if (!row.are_documents_readable) throw new AccessRevoked('document')
  return row
}
