import pg from 'pg'
import type { CellDatabase } from './cell-database.ts'
import { queryRows } from './cell-database.ts'

/** What belongs to one workspace. */
export type Moving = { workspaceId: string; knowledgeBaseIds: readonly string[] }

/** A table with rows of tenants, and how to tell whose they are. */
export type TenantTable = {
  name: string
  keyedBy: 'id' | 'workspace_id' | 'knowledge_base_id'
  /** The columns of its primary key. */
  key: string[]
  /** Numbered: a sequence gives out its values. */
  columns: { name: string; type: string; isNumbered: boolean }[]
}

/** Says where a workspace is. */
const PLACEMENTS = 'placements'

/**
 * Keys and tokens that name the cell that was left find their workspace there, and are sent on. So these
 * rows stay, and if the workspace comes back, they are replaced without ever being away.
 */
const KEPT = new Set(['workspaces', 'knowledge_bases', 'client_keys', 'access_tokens'])
/** Clears secrets that only the new cell may keep. */
const NOT_KEPT = `update knowledge_bases set answer_model_key = null, answer_model_key_hint = null`

export const keptTables = (tables: readonly TenantTable[]): TenantTable[] =>
  tables.filter(({ name }) => KEPT.has(name))

/**
 * Every table whose primary key begins with the tenant, from the catalogue: a new one cannot be
 * forgotten, and `catalogue.store.test.ts` fails for a table whose key does not. Partitions have copies of
 * vectors, which the new cell makes itself.
 */
export const readTenantTables = (database: CellDatabase): Promise<TenantTable[]> =>
  queryRows<TenantTable>(
    database,
    `select c.relname as name, k.attname as "keyedBy",
            (select json_agg(a.attname order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum = any (i.indkey)) as key,
            (select json_agg(json_build_object(
                      'name', a.attname, 'type', t.typname, 'isNumbered', a.attidentity <> ''
                    ) order by a.attname)
             from pg_attribute a join pg_type t on t.oid = a.atttypid
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0]
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
       and c.relname <> $1
       and (k.attname in ('knowledge_base_id', 'workspace_id') or c.relname = 'workspaces')
     order by 1`,
    [PLACEMENTS],
  )

/** A condition that a publication takes. */
export function rowsIn(
  { keyedBy }: TenantTable,
  { workspaceId, knowledgeBaseIds }: Moving,
): string {
  if (keyedBy !== 'knowledge_base_id') return `${keyedBy} = ${pg.escapeLiteral(workspaceId)}`
  const ids = pg.escapeLiteral(`{${knowledgeBaseIds.join()}}`)
  return `knowledge_base_id = any (${ids}::uuid[])`
}

/**
 * All but what finds the workspace, and no secret of it. Without triggers: what a cascade would delete is deleted by itself,
 * and nobody is to be told.
 */
export async function removeRows(database: CellDatabase, moving: Moving): Promise<void> {
  await database.client.query('set session_replication_role = replica')
  for (const table of await readTenantTables(database)) {
    if (KEPT.has(table.name)) continue
    await database.client.query(`delete from ${table.name} where ${rowsIn(table, moving)}`)
  }
  await queryRows(
    database,
    `${NOT_KEPT} where workspace_id = $1 and answer_model_key is not null`,
    [moving.workspaceId],
  )
  await database.client.query('set session_replication_role = origin')
}

/**
 * What was kept here and was deleted while the other cell served it. This cell is read first, so that
 * nothing that came in between is taken for deleted.
 */
export async function removeDeleted(
  from: CellDatabase,
  to: CellDatabase,
  tables: readonly TenantTable[],
  moving: Moving,
): Promise<void> {
  for (const table of keptTables(tables)) {
    const ids = `select id from ${table.name} where ${rowsIn(table, moving)}`
    const kept = await queryRows<{ id: string }>(to, ids)
    const still = new Set((await queryRows<{ id: string }>(from, ids)).map(({ id }) => id))
    const deleted = kept.map(({ id }) => id).filter((id) => !still.has(id))
    await queryRows(
      to,
      `delete from ${table.name} where ${rowsIn(table, moving)} and id = any ($1::uuid[])`,
      [deleted],
    )
  }
}
