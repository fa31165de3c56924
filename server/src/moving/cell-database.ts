import pg from 'pg'
import type { Tenant } from '../platform/database/tenant.ts'

/** Why a workspace is not moved. The message says what to do. */
export class MoveError extends Error {}

/** One of the two cells, reached as somebody whom row security does not bind. */
export type CellDatabase = { cell: string; url: string; client: pg.Client }

export type PlacementState = 'leaving' | 'gone' | 'arriving' | 'arrived'

export type Placement = { state: PlacementState; cell: string; knowledgeBaseIds: string[] }

/** For a host that accepts the connection and never responds. */
const CONNECT_TIMEOUT_MS = 10_000

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'footnote_move',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Rows are compared as text, and those of a large workspace in memory. Compiling the comparison of so
    // many tables takes longer than it does.
    options:
      '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c statement_timeout=0 -c work_mem=64MB -c jit=off',
  })
  // If the database goes away, the work itself fails.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function queryRows<Row extends pg.QueryResultRow>(
  { client }: Pick<CellDatabase, 'client'>,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(statement, values)).rows
}

export async function inTransaction<Result>(
  { client }: Pick<CellDatabase, 'client'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

export async function readPlacement(
  database: CellDatabase,
  workspaceId: string,
): Promise<Placement | null> {
  const [row] = await queryRows<Placement>(
    database,
    `select state, cell, knowledge_base_ids as "knowledgeBaseIds"
     from placements where workspace_id = $1`,
    [workspaceId],
  )
  return row ?? null
}

export async function place(
  database: CellDatabase,
  workspaceId: string,
  { state, cell, knowledgeBaseIds }: Placement,
): Promise<void> {
  await queryRows(
    database,
    `insert into placements (workspace_id, state, cell, knowledge_base_ids) values ($1, $2, $3, $4)
     on conflict (workspace_id) do update
     set state = excluded.state, cell = excluded.cell, since = now(),
         knowledge_base_ids = excluded.knowledge_base_ids`,
    [workspaceId, state, cell, knowledgeBaseIds],
  )
}

/** False if another step has taken it out of that state. One row and one commit decide who serves. */
export async function changePlacement(
  database: CellDatabase,
  workspaceId: string,
  [before, after]: readonly [PlacementState, PlacementState],
): Promise<boolean> {
  const rows = await queryRows(
    database,
    `update placements set state = $3, since = now() where workspace_id = $1 and state = $2 returning 1`,
    [workspaceId, before, after],
  )
  return rows.length === 1
}

export const removePlacement = (database: CellDatabase, workspaceId: string): Promise<unknown> =>
  queryRows(database, 'delete from placements where workspace_id = $1', [workspaceId])

export async function readKnowledgeBases(
  database: CellDatabase,
  workspaceId: string,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    database,
    'select id from knowledge_bases where workspace_id = $1 order by id',
    [workspaceId],
  )
  return rows.map(({ id }) => id)
}

/** The lock of `enter_tenant`, as an expression. */
export const workspaceLockSql = ({ workspaceId }: Pick<Tenant, 'workspaceId'>): string =>
  `hashtextextended(${pg.escapeLiteral(workspaceId)}, 421)`
