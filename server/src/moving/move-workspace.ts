import { createSpaceIndexes } from '../knowledge/spaces/embedding-space-index.ts'
import type { CellDatabase, Placement } from './cell-database.ts'
import {
  changePlacement,
  connect,
  MoveError,
  place,
  readKnowledgeBases,
  readPlacement,
  removePlacement,
  queryRows,
} from './cell-database.ts'
import { checkCells, checkIndexes, checkWorkspace } from './check-cells.ts'
import { rememberDigests } from './compare-rows.ts'
import type { SwitchPlan } from './switch-cells.ts'
import { completeArrival, switchCells } from './switch-cells.ts'
import { catchUp, isFollowing, startFollowing, stopFollowing, untilCopied } from './follow.ts'
import { queueJobs } from './queue-jobs.ts'
import { readTenantTables, removeDeleted, removeRows } from './tenant-tables.ts'

export type MoveOptions = {
  workspaceId: string
  from: { cell: string; url: string }
  to: { cell: string; url: string }
  /** The first cell's database as the other one's reaches it. */
  sourceUrl: string
  onProgress: (step: string) => void
}

/** Before the switch, so that little is left to copy during it. */
const FOLLOW_MS = 600_000

type Move = Omit<MoveOptions, 'from' | 'to'> & { from: CellDatabase; to: CellDatabase }

/**
 * Moves a workspace to another cell while it is used. The new cell copies its rows and follows changes by
 * logical replication; then both stop for about a second, the last changes are compared, and the new cell
 * serves it. Each database stores how far it is: `leaving` and then `gone` in the old cell, `arriving` and
 * then `arrived` in the new one. Each step can be repeated: after an interruption, call it again. Both
 * cells never serve the workspace at the same time, and the old rows stay until the new ones were compared.
 */
export const moveWorkspace = (options: MoveOptions): Promise<void> =>
  withCells(options, async (move) => {
    const { workspaceId, from, to, onProgress } = move
    const here = await readPlacement(from, workspaceId)
    const there = await readPlacement(to, workspaceId)
    if (here?.state === 'gone' && here.cell !== to.cell) {
      throw new MoveError(`The workspace is in cell ${here.cell}. Move it from there.`)
    }
    if (here?.state === 'leaving' && here.cell !== to.cell) {
      throw new MoveError(
        `The workspace is being moved to cell ${here.cell}. End that, or undo it with --abort, first.`,
      )
    }
    if (here?.state === 'arrived' || here?.state === 'arriving') {
      throw new MoveError(`The move from cell ${here.cell} has not ended. End that first.`)
    }
    if (here?.state === 'gone' && isBeingUndone(here, there, to)) {
      throw new MoveError('The move was being undone. End that with --abort first.')
    }
    if (here?.state !== 'gone') {
      const plan = await copyWorkspace(move, here, there)
      onProgress('switching over')
      const { rows, pauseMs } = await switchCells(plan)
      onProgress(`${rows} rows are equal; neither cell served it for ${Math.round(pauseMs)} ms`)
    } else if (there?.state === 'arriving') {
      onProgress('completing the switch')
      const plan = await planSwitch(move, here.knowledgeBaseIds)
      await storeDigests(plan)
      await completeArrival(plan)
    }
    await cleanUp(move)
  })

/** Undoes a move whose destination does not serve the workspace yet. */
export const abortMove = (options: MoveOptions): Promise<void> =>
  withCells(options, async ({ workspaceId, from, to }) => {
    const here = await readPlacement(from, workspaceId)
    const there = await readPlacement(to, workspaceId)
    const isUndone = await changePlacement(to, workspaceId, ['arriving', 'gone'])
    if (!there || !(isUndone || isBeingUndone(here, there, to))) {
      throw new MoveError(
        here?.state === 'gone'
          ? `Cell ${to.cell} serves the workspace already. Move it back instead.`
          : 'No move to that cell is under way.',
      )
    }
    await removePlacement(from, workspaceId)
    await stopFollowing(from, to, workspaceId)
    await removeRows(to, { workspaceId, ...there })
  })

/** An earlier attempt to undo it was interrupted. */
const isBeingUndone = (
  here: Placement | null,
  there: Placement | null,
  to: CellDatabase,
): boolean =>
  there?.state === 'gone' &&
  here?.cell === to.cell &&
  (here.state === 'gone' || here.state === 'leaving')

async function planSwitch({ workspaceId, from, to }: Move, ids: string[]): Promise<SwitchPlan> {
  const tables = await readTenantTables(from)
  return { from, to, tables, moving: { workspaceId, knowledgeBaseIds: ids } }
}

/** Returns once the other cell has everything and receives every change. */
async function copyWorkspace(
  move: Move,
  here: Placement | null,
  there: Placement | null,
): Promise<SwitchPlan> {
  const { workspaceId, from, to, sourceUrl, onProgress } = move
  await checkWorkspace(from, workspaceId)
  const resumes = here?.state === 'leaving' && (await isFollowing(to, workspaceId))
  const knowledgeBaseIds = resumes
    ? here.knowledgeBaseIds
    : await readKnowledgeBases(from, workspaceId)
  const plan = await planSwitch(move, knowledgeBaseIds)
  if (!resumes) {
    await checkIndexes(from)
    await checkIndexes(to)
    await requireNotServed(to, workspaceId, there)
    await place(to, workspaceId, { state: 'arriving', cell: from.cell, knowledgeBaseIds })
    await place(from, workspaceId, { state: 'leaving', cell: to.cell, knowledgeBaseIds })
    await stopFollowing(from, to, workspaceId)
    await removeRows(to, plan.moving)
    await startFollowing(from, to, { ...plan, tables: [...plan.tables], sourceUrl })
  }
  await untilCopied(from, to, workspaceId, onProgress)
  await queryRows(to, 'analyze passages, passage_vectors, term_statistics, documents')
  await catchUp(from, workspaceId, FOLLOW_MS)
  await removeDeleted(from, to, plan.tables, plan.moving)
  onProgress('reading both copies')
  await storeDigests(plan)
  await catchUp(from, workspaceId, FOLLOW_MS)
  return plan
}

/** So that the switch, during which neither cell serves the workspace, reads only later changes. */
async function storeDigests({ from, to, tables, moving }: SwitchPlan): Promise<void> {
  await Promise.all([rememberDigests(from, tables, moving), rememberDigests(to, tables, moving)])
}

async function requireNotServed(
  to: CellDatabase,
  workspaceId: string,
  there: Placement | null,
): Promise<void> {
  if (there?.state === 'gone' || there?.state === 'arriving') return
  const served = await queryRows(to, 'select from workspaces where id = $1', [workspaceId])
  if (served.length > 0) throw new MoveError(`Cell ${to.cell} serves this workspace itself.`)
}

/** Once the other cell serves it: makes its jobs, and removes what stayed in the first. */
async function cleanUp({ workspaceId, from, to, onProgress }: Move): Promise<void> {
  const here = await readPlacement(from, workspaceId)
  const there = await readPlacement(to, workspaceId)
  if (here?.state !== 'gone' || there?.state !== 'arrived') return
  onProgress(`cell ${to.cell} serves it; cleaning up`)
  const moving = { workspaceId, knowledgeBaseIds: there.knowledgeBaseIds }
  await queueJobs(to.url, moving)
  await stopFollowing(from, to, workspaceId)
  await queryRows(from, `delete from pgboss.job where data->>'workspaceId' = $1`, [workspaceId])
  const spaces = await queryRows<{ id: string }>(
    from,
    'select id from embedding_spaces where knowledge_base_id = any ($1)',
    [moving.knowledgeBaseIds],
  )
  const indexes = createSpaceIndexes(from.url)
  for (const { id } of spaces) await indexes.drop(id)
  await removeRows(from, moving)
  await removePlacement(to, workspaceId)
}

async function withCells<Result>(
  options: MoveOptions,
  work: (move: Move) => Promise<Result>,
): Promise<Result> {
  const clients = [await connect(options.from.url), await connect(options.to.url)] as const
  try {
    const from = { ...options.from, client: clients[0] }
    const to = { ...options.to, client: clients[1] }
    await checkCells(from, to)
    await requireAlone(from, options.workspaceId)
    return await work({ ...options, from, to })
  } finally {
    for (const client of clients) await client.end()
  }
}

/** Released with its connection. */
async function requireAlone(from: CellDatabase, workspaceId: string): Promise<void> {
  const [lock] = await queryRows<{ isHeld: boolean }>(
    from,
    `select pg_try_advisory_lock(hashtextextended('move ' || $1, 421)) as "isHeld"`,
    [workspaceId],
  )
  if (!lock?.isHeld)
    throw new MoveError('Another process is moving this workspace. Wait until it has ended.')
}
