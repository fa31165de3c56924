import type { CellDatabase } from './cell-database.ts'
import {
  changePlacement,
  connect,
  workspaceLockSql,
  inTransaction,
  MoveError,
  readKnowledgeBases,
  readPlacement,
  queryRows,
} from './cell-database.ts'
import { checkWorkspace } from './check-cells.ts'
import { compareRows } from './compare-rows.ts'
import { catchUp } from './follow.ts'
import { lockBriefly } from './lock-briefly.ts'
import { writePeople, readPeople } from './people.ts'
import type { Moving, TenantTable } from './tenant-tables.ts'
import { rowsIn } from './tenant-tables.ts'

const CATCH_UP_MS = 5_000

export type SwitchPlan = {
  from: CellDatabase
  to: CellDatabase
  tables: readonly TenantTable[]
  moving: Moving
}

export type SwitchResult = { rows: number; pauseMs: number }

/**
 * The one moment in which neither cell serves the workspace. From here on the cell that it leaves
 * forwards requests, and they wait at the other until it serves. If anything is wrong, the first serves again.
 */
export async function switchCells(plan: SwitchPlan): Promise<SwitchResult> {
  const { from, to, moving } = plan
  await using keeper = await blockRequests(to, moving.workspaceId)
  const startMs = await stopServing(plan)
  try {
    const rows = await completeArrival(plan)
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

/** Requests to the new cell wait for this lock, and are served once it is released. */
async function blockRequests(to: CellDatabase, workspaceId: string) {
  const client = await connect(to.url)
  await client.query(`select pg_advisory_lock(${workspaceLockSql({ workspaceId })})`)
  const letIn = () => client.end()
  return { letIn, [Symbol.asyncDispose]: letIn }
}

/** Waits for the transactions under way, then lets no further one begin. Returns when that began. */
async function stopServing({ from, moving }: SwitchPlan): Promise<number> {
  const { workspaceId, knowledgeBaseIds } = moving
  const stop = async () => {
    const startMs = performance.now()
    await queryRows(from, `select pg_advisory_xact_lock(${workspaceLockSql(moving)})`)
    await checkWorkspace(from, workspaceId)
    const now = await readKnowledgeBases(from, workspaceId)
    if (now.some((id) => !knowledgeBaseIds.includes(id))) {
      throw new MoveError(
        'A knowledge base was made since the move began. Undo the move with --abort and begin again.',
      )
    }
    if (!(await changePlacement(from, workspaceId, ['leaving', 'gone']))) {
      throw new MoveError('The move was undone meanwhile.')
    }
    return startMs
  }
  return lockBriefly(from, stop, 'Transactions in the workspace do not end. Try again later.')
}

/** Copies and compares what is left, then lets the other cell serve it. Returns how many rows it has. */
export async function completeArrival(plan: SwitchPlan): Promise<number> {
  const { from, to, moving } = plan
  await catchUp(from, moving.workspaceId, CATCH_UP_MS)
  const rows = await compareRows(plan)
  const people = await readPeople(from, plan)
  await inTransaction(to, async () => {
    await queryRows(to, 'set local session_replication_role = replica')
    await writePeople(to, plan, people)
    await continueSequences(to, plan)
    await queryRows(
      to,
      `update embedding_spaces set indexed = false, vector_copy = null
       where knowledge_base_id = any ($1) and (indexed or vector_copy is not null)`,
      [moving.knowledgeBaseIds],
    )
    await queryRows(to, 'set local session_replication_role = origin')
    if (!(await changePlacement(to, moving.workspaceId, ['arriving', 'arrived']))) {
      throw new MoveError('The move was undone meanwhile.')
    }
  })
  return rows
}

/** Sequences continue after the highest number that was copied. */
async function continueSequences(to: CellDatabase, { tables, moving }: SwitchPlan): Promise<void> {
  const continued = tables.flatMap((table) =>
    table.columns
      .filter(({ isNumbered }) => isNumbered)
      .map(({ name }) => {
        const sequence = `pg_get_serial_sequence('${table.name}', '${name}')`
        const came = `(select max(${name}) from ${table.name} where ${rowsIn(table, moving)})`
        return `setval(${sequence}, greatest(${came}, nextval(${sequence})))`
      }),
  )
  await queryRows(to, `select ${continued.join()}`)
}
