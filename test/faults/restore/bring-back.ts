import { setTimeout as sleep } from 'node:timers/promises'
import { ask, takeLast } from '../../support/ask.ts'
import { footnoteMove } from '../../support/footnote-move.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { runSql } from '../../../bench/lib/database.ts'
import { rounded } from '../../../bench/lib/figures.ts'
import type { Archive } from './archive.ts'
import type { Moment } from './moments.ts'
import { contentsIn, differences, rowsIn } from './moments.ts'

/** The live cell, and the name that the restored one gets. */
export const LIVE = '0a'
const RESTORED = 'zz'

const DELETION_TIMEOUT_MS = 600_000

export type BroughtBack = {
  /** The time it was restored to. */
  to: string
  filesSeconds: number
  replaySeconds: number
  moveSeconds: number
  tables: number
  rows: number
  /** Tables that differ from that moment, in the restored server and in the live cell. */
  restoredDiffers: string[]
  liveDiffers: string[]
  answers: boolean
}

/** Restores the server to the moment beside the live one, and moves the deleted workspace out of it. */
export async function bringBack(
  archive: Archive,
  service: Service,
  docs: Knowledge,
  { time, contents }: Moment,
): Promise<BroughtBack> {
  const { workspaceId } = docs
  await using restored = await archive.restore(time)
  const restoredDiffers = differences(contents, await contentsIn(restored.adminUrl, workspaceId))
  const startMs = performance.now()
  const moved = await footnoteMove({
    workspaceId,
    from: { cell: RESTORED, adminUrl: restored.adminUrl },
    to: { cell: LIVE, adminUrl: archive.adminUrl },
  })
  const moveSeconds = rounded((performance.now() - startMs) / 1000)
  if (!moved.isDone) throw new Error(moved.errors)
  const live = await contentsIn(archive.adminUrl, workspaceId)
  const answer = takeLast(await ask(service, docs, { query: 'How do I reset a key?' }))
  return {
    to: time,
    filesSeconds: rounded(restored.files),
    replaySeconds: rounded(restored.replay),
    moveSeconds,
    tables: live.length,
    rows: rowsIn(live),
    restoredDiffers,
    liveDiffers: differences(contents, live),
    answers: answer.covered,
  }
}

/** As an operator does who mistakes it for another. */
export async function deleteWorkspace(
  { adminUrl }: Archive,
  { admin }: Service,
  { workspaceId }: Knowledge,
): Promise<void> {
  await admin.workspaces.remove(workspaceId)
  const deadline = Date.now() + DELETION_TIMEOUT_MS
  for (;;) {
    const left = await runSql(adminUrl, 'select from workspaces where id = $1', [workspaceId])
    if (left.length === 0) return
    if (Date.now() > deadline) throw new Error('The workspace is still being deleted')
    await sleep(200)
  }
}

/** Changes the first of its pages and deletes another. */
export async function damagePages(
  { admin }: Service,
  { knowledgeBaseId }: Knowledge,
  [changed, deleted]: readonly [url: string, id: string],
): Promise<void> {
  const content = '# Keys\n\nThis page was changed by mistake.'
  await admin.documents.put(knowledgeBaseId, {
    url: changed,
    content,
    content_type: 'text/markdown',
  })
  await admin.documents.remove(knowledgeBaseId, deleted)
}
