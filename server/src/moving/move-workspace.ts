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
  rowsOf,
} from './cell-database.ts'
import { checkCells, checkIndexes, checkWorkspace } from './check-cells.ts'
import { rememberDigests } from './compare-rows.ts'
import type { Cutting } from './cut.ts'
import { arrive, cut } from './cut.ts'
import { catchUp, isFollowing, startFollowing, stopFollowing, untilCopied } from './follow.ts'
import { makeJobs } from './make-jobs.ts'
import { readTenantTables, removeDeleted, removeRows } from './tenant-tables.ts'

export type MoveOptions = {
  workspaceId: string
  from: { cell: string; url: string }
  to: { cell: string; url: string }
  /** The first cell's database as the other one's reaches it. */
  sourceUrl: string
  onProgress: (step: string) => void
}

/** Before the cut, so that little is left to copy in it. */
const FOLLOW_MS = 600_000

type Move = Omit<MoveOptions, 'from' | 'to'> & { from: CellDatabase; to: CellDatabase }

/**
 * Moves a workspace while it is used. Each step can be repeated, and what the two databases say of the
 * workspace tells which is next: whoever was interrupted calls it again.
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
    if (here?.state === 'settling' || here?.state === 'arriving') {
      throw new MoveError(`The move from cell ${here.cell} has not ended. End that first.`)
    }
    if (here?.state === 'gone' && isBeingUndone(here, there, to)) {
      throw new MoveError('The move was being undone. End that with --abort first.')
    }
    if (here?.state !== 'gone') {
      const cutting = await copy(move, here, there)
      onProgress('cutting over')
      const { rows, pauseMs } = await cut(cutting)
      onProgress(`${rows} rows are equal; nobody served it for ${Math.round(pauseMs)} ms`)
    } else if (there?.state === 'arriving') {
      onProgress('going on with the cut')
      const cutting = await cuttingOf(move, here.knowledgeBaseIds)
      await remember(cutting)
      await arrive(cutting)
    }
    await settle(move)
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

async function cuttingOf({ workspaceId, from, to }: Move, ids: string[]): Promise<Cutting> {
  const tables = await readTenantTables(from)
  return { from, to, tables, moving: { workspaceId, knowledgeBaseIds: ids } }
}

/** Until the other cell has everything, and goes on getting what changes. */
async function copy(move: Move, here: Placement | null, there: Placement | null): Promise<Cutting> {
  const { workspaceId, from, to, sourceUrl, onProgress } = move
  await checkWorkspace(from, workspaceId)
  const resumes = here?.state === 'leaving' && (await isFollowing(to, workspaceId))
  const knowledgeBaseIds = resumes
    ? here.knowledgeBaseIds
    : await readKnowledgeBases(from, workspaceId)
  const cutting = await cuttingOf(move, knowledgeBaseIds)
  if (!resumes) {
    await checkIndexes(from)
    await checkIndexes(to)
    await requireNotServed(to, workspaceId, there)
    await place(to, workspaceId, { state: 'arriving', cell: from.cell, knowledgeBaseIds })
    await place(from, workspaceId, { state: 'leaving', cell: to.cell, knowledgeBaseIds })
    await stopFollowing(from, to, workspaceId)
    await removeRows(to, cutting.moving)
    await startFollowing(from, to, { ...cutting, tables: [...cutting.tables], sourceUrl })
  }
  await untilCopied(from, to, workspaceId, onProgress)
  await rowsOf(to, 'analyze passages, passage_vectors, term_statistics, documents')
  await catchUp(from, workspaceId, FOLLOW_MS)
  await removeDeleted(from, to, cutting.tables, cutting.moving)
  onProgress('reading both copies')
  await remember(cutting)
  await catchUp(from, workspaceId, FOLLOW_MS)
  return cutting
}

/** So that the cut, in which nobody serves the workspace, reads only what changed since. */
async function remember({ from, to, tables, moving }: Cutting): Promise<void> {
  await Promise.all([rememberDigests(from, tables, moving), rememberDigests(to, tables, moving)])
}

async function requireNotServed(
  to: CellDatabase,
  workspaceId: string,
  there: Placement | null,
): Promise<void> {
  if (there?.state === 'gone' || there?.state === 'arriving') return
  const served = await rowsOf(to, 'select from workspaces where id = $1', [workspaceId])
  if (served.length > 0) throw new MoveError(`Cell ${to.cell} serves this workspace itself.`)
}

/** It is served by the other cell: what is left to do is tidying. */
async function settle({ workspaceId, from, to, onProgress }: Move): Promise<void> {
  const here = await readPlacement(from, workspaceId)
  const there = await readPlacement(to, workspaceId)
  if (here?.state !== 'gone' || there?.state !== 'settling') return
  onProgress(`cell ${to.cell} serves it; tidying up`)
  const moving = { workspaceId, knowledgeBaseIds: there.knowledgeBaseIds }
  await makeJobs(to.url, moving)
  await stopFollowing(from, to, workspaceId)
  await rowsOf(from, `delete from pgboss.job where data->>'workspaceId' = $1`, [workspaceId])
  const spaces = await rowsOf<{ id: string }>(
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
  const [lock] = await rowsOf<{ isHeld: boolean }>(
    from,
    `select pg_try_advisory_lock(hashtextextended('move ' || $1, 421)) as "isHeld"`,
    [workspaceId],
  )
  if (!lock?.isHeld) throw new MoveError('Somebody moves this workspace already.')
}
