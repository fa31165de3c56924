import type { RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isClash } from './database-errors.ts'
import type { Db } from './db.ts'
import { sendAhead } from './statements.ts'

export type Tenant = {
  workspaceId: string
  knowledgeBaseId: string
  /** Reads as if the changes of this answer diff were made. Nothing for readers. */
  overlayId?: string
}

declare const tenantSet: unique symbol

/** A transaction whose tenant is set. Only `withTenant` and `readAsTenant` make one. */
export type TenantTransaction = Transaction<Database> & { readonly [tenantSet]: true }

/**
 * Runs `work` in a transaction that sees one tenant. The settings end with the transaction, so a
 * connection never carries a tenant into its next use.
 */
export function withTenant<Result>(
  db: Db,
  tenant: Tenant,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute((tx) => workAs(tx, tenant, work))
}

/** A move of the workspace was waited for; it takes seconds, and there is one. */
const MAX_BEGINNINGS = 3

/**
 * Like `withTenant`, for work that only reads: PostgreSQL refuses to write, all statements see one
 * snapshot, and nobody waits for the end. `work` runs again if the workspace was being moved meanwhile.
 */
export async function readAsTenant<Result>(
  db: Db,
  tenant: Tenant,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => workAs(tx, tenant, work))
    } catch (error) {
      if (beginning === MAX_BEGINNINGS || !isClash(error)) throw error
    }
  }
}

async function workAs<Result>(
  tx: Transaction<Database>,
  tenant: Tenant,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  await setTenant(tx, tenant)
  if (tenant.overlayId !== undefined) {
    await sendAhead(tx, sql`select enter_overlay(${tenant.overlayId})`)
  }
  // The only place that may apply the brand: the line above has just set the tenant.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return work(tx as TenantTransaction)
}

/**
 * Sets the tenant until the transaction ends. It fails for a workspace that another cell serves. For the
 * key look-up, which learns its tenant mid-transaction; everything else uses `withTenant`.
 */
export const setTenant = (
  tx: Transaction<Database>,
  { workspaceId, knowledgeBaseId }: Tenant,
): Promise<void> => sendAhead(tx, sql`select enter_tenant(${workspaceId}, ${knowledgeBaseId})`)

/** Runs one statement that sees the memberships of one person, in every workspace; null: of nobody. */
export const runAsPerson = <Row>(
  db: Db,
  personId: string | null,
  statement: RawBuilder<unknown>,
): Promise<Row[]> =>
  db.transaction().execute(async (tx) => {
    await sendAhead(tx, sql`select set_config('footnote.person_id', ${personId ?? ''}, true)`)
    return (await sql<Row>`${statement}`.execute(tx)).rows
  })

/**
 * Looks up a workspace or knowledge base in the directory, which has only what this cell serves. Waits for
 * one that is about to be served here, and fails for one that another cell serves.
 */
export async function findHere<Row>(
  db: Db,
  id: string,
  find: () => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const found = await find()
  if (found !== undefined) return found
  const { rows } = await sql<{ isHere: boolean }>`
    select await_arrival(${id}) as "isHere"`.execute(db)
  return rows[0]?.isHere ? find() : undefined
}

/** For what belongs to a workspace rather than a knowledge base. */
export const withWorkspace = <Result>(
  db: Db,
  workspaceId: string,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> => withTenant(db, { workspaceId, knowledgeBaseId: '' }, work)
