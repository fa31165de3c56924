import type { RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Db } from './db.ts'

declare const tenantSet: unique symbol

/** A transaction whose tenant is set. Nothing but `withTenant` makes one. */
export type TenantTransaction = Transaction<Database> & { readonly [tenantSet]: true }

export type Tenant = { workspaceId: string; knowledgeBaseId: string }

/**
 * Runs `work` in a transaction that sees one tenant. The settings end with the transaction, so a
 * connection never carries a tenant into its next use.
 */
export function withTenant<Result>(
  db: Db,
  tenant: Tenant,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await setTenant(tx, tenant)
    // The one place that may claim the brand: the line above has just earned it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return work(tx as TenantTransaction)
  })
}

/**
 * One statement that sees one tenant, in one round trip: what is sent in one text is one transaction.
 * So its values are literals, which is for ids and numbers, never for what a reader typed.
 */
export async function runAsTenant<Row>(
  db: Db,
  tenant: Tenant,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`${tenantSetting(tenant)}; ${statement}`.execute(db)
  return rows
}

/** For the one caller that learns its tenant in mid-transaction, from a key; others use `withTenant`. */
export async function setTenant(tx: Transaction<Database>, tenant: Tenant): Promise<void> {
  await tenantSetting(tenant).execute(tx)
}

/** In plain text, so that it can share a round trip. */
const tenantSetting = ({ workspaceId, knowledgeBaseId }: Tenant) =>
  sql`select set_config('footnote.workspace_id', ${sql.lit(workspaceId)}, true),
             set_config('footnote.knowledge_base_id', ${sql.lit(knowledgeBaseId)}, true)`

/** For what belongs to a workspace and to no knowledge base. */
export const withWorkspace = <Result>(
  db: Db,
  workspaceId: string,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> => withTenant(db, { workspaceId, knowledgeBaseId: '' }, work)
