import type { RawBuilder, Transaction } from 'kysely'
import { CompiledQuery, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Db } from './db.ts'
import { isClash } from './database-errors.ts'
import { asTenant, nameOf, SENT_AHEAD } from './prepared.ts'
import type { Entry, Tenant } from './tenant-query.ts'
import { entryOf } from './tenant-query.ts'

export type { Tenant }

declare const tenantSet: unique symbol

/** A transaction whose tenant is set. Only `withTenant` makes one. */
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
  // The only place that may apply the brand: the line above has just set the tenant.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return work(tx as TenantTransaction)
}

/** A call of a function that locks rows, whose parameters begin with `$3`, and their values. */
export type Holding = { call: string; values: readonly (string | null)[] }

/**
 * Runs one statement that sees one tenant, in one round trip and one transaction, which is committed when
 * this resolves. Each connection prepares it, so its text must be one of few. What `holding` locks stays
 * locked until the end, and the statement sees what the locks have waited for.
 */
export async function runAsTenant<Row>(
  db: Db,
  tenant: Tenant,
  statement: RawBuilder<Row>,
  holding?: Holding,
): Promise<Row[]> {
  const entry = holding ? entryHolding(tenant, holding) : entryOf(tenant)
  const { sql: text, parameters } = statement.compile(db)
  const query = CompiledQuery.raw(asTenant(text), [entry, ...parameters])
  const { rows } = await db.executeQuery<Row>(query)
  return rows
}

/** What stands in `from` is called before what is selected, so the tenant is set when rows are locked. */
function entryHolding(tenant: Tenant, { call, values }: Holding): Entry {
  const text = `select ${call} from enter_tenant($1, $2)`
  return { name: nameOf(text), text, values: [...entryOf(tenant).values, ...values] }
}

/**
 * Runs one statement that sees the memberships of one person, in every workspace; null: of nobody. One query
 * text is one transaction, so its values are literals: ids and numbers, never text that somebody typed.
 */
export async function runAsPerson<Row>(
  db: Db,
  personId: string | null,
  statement: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select set_config('footnote.person_id', ${sql.lit(personId ?? '')}, true); ${statement}`.execute(
    db,
  )
  return rows
}

/** For the key look-up, which learns its tenant mid-transaction. Everything else uses `withTenant`. */
export async function setTenant(tx: Transaction<Database>, tenant: Tenant): Promise<void> {
  await sql`${SENT_AHEAD}${tenantSetting(tenant)}`.execute(tx)
}

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

/** As plain text, so that it can share a round trip. It fails for a workspace that another cell serves. */
const tenantSetting = ({ workspaceId, knowledgeBaseId }: Tenant) =>
  sql`select enter_tenant(${sql.lit(workspaceId)}, ${sql.lit(knowledgeBaseId)})`

/** For what belongs to a workspace rather than a knowledge base. */
export const withWorkspace = <Result>(
  db: Db,
  workspaceId: string,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> => withTenant(db, { workspaceId, knowledgeBaseId: '' }, work)
