import type { RedactKind } from '@footnote/contract/admin/workspaces'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
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
    select * from answer_standing(${args(question, documentIds)}) s`
  return (await runAsTenant(db, question.caller, statement))[0]
}

/**
 * As `revalidateAccess`, and locks what it read until the transaction ends: once a restriction, a
 * revocation, a deletion or a change of what is kept has committed, no answer that missed it
 * can be stored.
 */
export async function lockAccess(
  tx: TenantTransaction,
  question: AdmittedQuestion,
  documentIds: readonly string[],
): Promise<Pick<AccessRow, 'retention' | 'redact'>> {
  const statement = sql<AccessRow>`
    select * from hold_answer_standing(${args(question, documentIds)}) s`
  return checkStanding(question, (await statement.execute(tx)).rows[0])
}

/** Only ids, as literals: `runAsTenant` takes no parameters. */
const args = (
  { caller, widget, groupIds }: AdmittedQuestion,
  documentIds: readonly string[],
): RawBuilder<unknown> =>
  sql.join([
    sql.lit(caller.keyId),
    sql.lit(widget?.id ?? null),
    sql.lit(listOf(documentIds)),
    sql.lit(groupIds && listOf(groupIds)),
  ])

const listOf = (ids: readonly string[]): string => `{${ids.join(',')}}`

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
