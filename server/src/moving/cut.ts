import type { CellDatabase } from './cell-database.ts'
import {
  changePlacement,
  connect,
  fenceOf,
  inTransaction,
  MoveError,
  readKnowledgeBases,
  readPlacement,
  rowsOf,
} from './cell-database.ts'
import { checkWorkspace } from './check-cells.ts'
import { compareRows } from './compare-rows.ts'
import { catchUp } from './follow.ts'
import { lockBriefly } from './lock-briefly.ts'
import { bringPeople, readPeople } from './people.ts'
import type { Moving, TenantTable } from './tenant-tables.ts'
import { rowsIn } from './tenant-tables.ts'

const CATCH_UP_MS = 5_000

export type Cutting = {
  from: CellDatabase
  to: CellDatabase
  tables: readonly TenantTable[]
  moving: Moving
}

export type Cut = { rows: number; pauseMs: number }

/**
 * The one moment in which nobody serves the workspace. From here on the cell that it leaves sends
 * requests on, and they wait at the other until it is open. If anything is wrong, the first serves again.
 */
export async function cut(cutting: Cutting): Promise<Cut> {
  const { from, to, moving } = cutting
  await using keeper = await keepWaiting(to, moving.workspaceId)
  const startMs = await leave(cutting)
  try {
    const rows = await arrive(cutting)
    await keeper.letIn()
    return { rows, pauseMs: performance.now() - startMs }
  } catch (error) {
    // Only while the other cell is known not to serve it: otherwise the next run finds out.
    const there = await readPlacement(to, moving.workspaceId)
    if (there?.state === 'arriving') {
      await changePlacement(from, moving.workspaceId, ['gone', 'leaving'])
    }
    throw error
  }
}

/** Whoever asks the new cell waits for its gate, and is served once it opens. */
async function keepWaiting(to: CellDatabase, workspaceId: string) {
  const client = await connect(to.url)
  await client.query(`select pg_advisory_lock(${fenceOf({ workspaceId })})`)
  const letIn = () => client.end()
  return { letIn, [Symbol.asyncDispose]: letIn }
}

/** Waits for the transactions under way and closes the gate behind them. Returns since when it did. */
async function leave({ from, moving }: Cutting): Promise<number> {
  const { workspaceId, knowledgeBaseIds } = moving
  const closeGate = async () => {
    const startMs = performance.now()
    await rowsOf(from, `select pg_advisory_xact_lock(${fenceOf(moving)})`)
    await checkWorkspace(from, workspaceId)
    const now = await readKnowledgeBases(from, workspaceId)
    if (now.some((id) => !knowledgeBaseIds.includes(id))) {
      throw new MoveError(
        'A knowledge base was made since the copy began. Undo the move with --abort and begin again.',
      )
    }
    if (!(await changePlacement(from, workspaceId, ['leaving', 'gone']))) {
      throw new MoveError('The move was undone meanwhile.')
    }
    return startMs
  }
  return lockBriefly(from, closeGate, 'Transactions in the workspace do not end. Try again later.')
}

/** What is left of the copy, compared; then the other cell serves it. Returns how many rows. */
export async function arrive(cutting: Cutting): Promise<number> {
  const { from, to, moving } = cutting
  await catchUp(from, moving.workspaceId, CATCH_UP_MS)
  const rows = await compareRows(cutting)
  const people = await readPeople(from, cutting)
  await inTransaction(to, async () => {
    await rowsOf(to, 'set local session_replication_role = replica')
    await bringPeople(to, cutting, people)
    await continueSequences(to, cutting)
    await rowsOf(
      to,
      `update embedding_spaces set indexed = false, vector_copy = null
       where knowledge_base_id = any ($1) and (indexed or vector_copy is not null)`,
      [moving.knowledgeBaseIds],
    )
    await rowsOf(to, 'set local session_replication_role = origin')
    if (!(await changePlacement(to, moving.workspaceId, ['arriving', 'settling']))) {
      throw new MoveError('The move was undone meanwhile.')
    }
  })
  return rows
}

/** Numbers that are given out go on behind those that came. */
async function continueSequences(to: CellDatabase, { tables, moving }: Cutting): Promise<void> {
  const continued = tables.flatMap((table) =>
    table.columns
      .filter(({ isNumbered }) => isNumbered)
      .map(({ name }) => {
        const sequence = `pg_get_serial_sequence('${table.name}', '${name}')`
        const came = `(select max(${name}) from ${table.name} where ${rowsIn(table, moving)})`
        return `setval(${sequence}, greatest(${came}, nextval(${sequence})))`
      }),
  )
  await rowsOf(to, `select ${continued.join()}`)
}
