import type { RedactKind } from '@footnote/contract/admin/workspaces'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { runPrepared, sendAhead } from '../platform/database/statements.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { readAsTenant, withTenant } from '../platform/database/tenant.ts'
import { isAllowedOrigin } from '../access/clients/origins.ts'
import type { AdmittedQuestion, Asking } from './admit.ts'

/** The key, the reader's token, the widget, the thread or a document was revoked while the answer was being written. */
export class AccessRevoked extends Error {
  readonly what: 'key' | 'reader' | 'widget' | 'document' | 'thread'

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
  /** False once the token of the reader has expired, or nobody vouches for it any more. */
  is_reader_admitted: boolean
  widget_origins: string[] | null
  are_documents_readable: boolean
  /** The version before cannot come back, so it need not read what is stored. */
  packs_answers: boolean
}

/** Throws `AccessRevoked` unless the key, the token, the widget and every document may still be used. */
export async function revalidateAccess(
  db: Db,
  question: AdmittedQuestion,
  documentIds: readonly string[],
): Promise<void> {
  checkStanding(question, await readStanding(db, question, documentIds))
}

/** What `checkStanding` reads. */
export const readStanding = (
  db: Db,
  question: AdmittedQuestion,
  documentIds: readonly string[],
): Promise<AccessRow | undefined> =>
  readAsTenant(db, question.caller, (tx) => findStanding(tx, question, documentIds))

async function findStanding(
  tx: TenantTransaction,
  { caller, widget, groupIds }: AdmittedQuestion,
  documentIds: readonly string[],
): Promise<AccessRow | undefined> {
  const token = caller.reader?.token
  const [row] = await runPrepared(
    tx,
    sql<AccessRow>`
      select s.*, packs_answers() as packs_answers from answer_standing(
        ${caller.keyId}::uuid, ${widget?.id ?? null}::uuid, ${documentIds}::uuid[], ${groupIds}::uuid[],
        ${readerGroups(caller)}::uuid[], ${token?.signerId ?? null}::uuid, ${token?.version ?? null}::int,
        ${token?.expiresAt ?? null}::timestamptz) s`,
  )
  return row
}

/** The groups of signed readers that are open; null: an operator asks, for whom all are. */
const readerGroups = ({ keyId, reader }: Asking): readonly string[] | null =>
  keyId === null ? null : (reader?.groupIds ?? [])

/**
 * The end of an answer, in one transaction: locks what it rests on, checks it like `revalidateAccess`, and
 * stores the answer under the settings that it finds. Once a restriction, a revocation, a deletion or a
 * change of what is kept has committed, no answer that missed it can be stored.
 */
export const commitAnswer = <Result>(
  db: Db,
  question: AdmittedQuestion,
  documentIds: readonly string[],
  store: (tx: TenantTransaction, settings: AccessRow) => Promise<Result>,
): Promise<Result> =>
  withTenant(db, question.caller, async (tx) => {
    const { caller, widget } = question
    await sendAhead(
      tx,
      sql`select lock_answer_sources(
        ${caller.keyId}::uuid, ${widget?.id ?? null}::uuid, ${documentIds}::uuid[],
        ${caller.reader?.token?.signerId ?? null}::uuid)`,
    )
    // A statement of its own sees what the locks have waited for.
    const settings = checkStanding(question, await findStanding(tx, question, documentIds))
    return store(tx, settings)
  })

/** Throws `AccessRevoked` unless the question may still be answered. */
export function checkStanding(
  { widget, origin }: AdmittedQuestion,
  row: AccessRow | undefined,
): AccessRow {
  if (!row?.is_caller_admitted) throw new AccessRevoked('key')
  if (!row.is_reader_admitted) throw new AccessRevoked('reader')
  if (widget && !isAllowedOrigin(origin, row.widget_origins ?? []))
    throw new AccessRevoked('widget')
  if (!row.are_documents_readable) throw new AccessRevoked('document')
  return row
}
