import { setTimeout as sleep } from 'node:timers/promises'
import type { TableContents } from '../../support/store/workspace-contents.ts'
import { getContents } from '../../support/store/workspace-contents.ts'
import { runSql } from '../../../bench/lib/database.ts'
import type { Archive } from './archive.ts'

/** A time by the database's clock, and what a workspace held then. */
export type Moment = { time: string; contents: TableContents[] }

const SETTLING_MS = 2_000
const SETTLING_TIMEOUT_MS = 300_000

export const contentsIn = (adminUrl: string, workspaceId: string): Promise<TableContents[]> =>
  getContents((statement) => runSql(adminUrl, statement), workspaceId)

/**
 * Nobody may use the workspace meanwhile. The worker may still have something to do in it, so it is read
 * before and after the moment until both are the same.
 */
export async function noteMoment(archive: Archive, workspaceId: string): Promise<Moment> {
  const deadline = Date.now() + SETTLING_TIMEOUT_MS
  for (let before = await contentsIn(archive.adminUrl, workspaceId); ;) {
    await sleep(SETTLING_MS)
    const time = await readClock(archive.adminUrl)
    await sleep(SETTLING_MS)
    const contents = await contentsIn(archive.adminUrl, workspaceId)
    if (differences(before, contents).length === 0) {
      await archive.archiveAll()
      return { time, contents }
    }
    if (Date.now() > deadline) {
      throw new Error(`The workspace is not at rest: ${differences(before, contents).join()}`)
    }
    before = contents
  }
}

async function readClock(adminUrl: string): Promise<string> {
  const [clock] = await runSql<{ time: string }>(
    adminUrl,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as time`,
  )
  if (!clock) throw new Error('The database has no clock')
  return clock.time
}

/** The tables that differ. */
export function differences(
  before: readonly TableContents[],
  after: readonly TableContents[],
): string[] {
  const names = new Set([...before, ...after].map(({ name }) => name))
  const digestIn = (contents: readonly TableContents[], name: string) =>
    contents.find((table) => table.name === name)?.digest
  return [...names].filter((name) => digestIn(before, name) !== digestIn(after, name))
}

export const rowsIn = (contents: readonly TableContents[]): number =>
  contents.reduce((sum, { rows }) => sum + rows, 0)
