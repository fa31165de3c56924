import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'
import { vi } from 'vitest'
import type { TenantTransaction } from '../../../server/src/platform/database/tenant.ts'

/** How often the server's reply was waited for, however many statements it answered, on a pool's only connection. */
export async function countTrips(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  const client = await pool.connect()
  const { stream } = Reflect.get(client, 'connection')
  client.release()
  let trips = 0
  let isAnswered = true
  const send = stream.write.bind(stream)
  const write = vi.spyOn(stream, 'write')
  write.mockImplementation((...given: unknown[]) => {
    isAnswered = false
    return Reflect.apply(send, stream, given)
  })
  const onData = () => {
    if (!isAnswered) trips += 1
    isAnswered = true
  }
  stream.on('data', onData)
  try {
    await work()
    return trips
  } finally {
    stream.off('data', onData)
    write.mockRestore()
  }
}

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

/** What PostgreSQL did for a statement. */
export async function readPlan(
  tx: TenantTransaction,
  statement: RawBuilder<unknown>,
): Promise<PlanNode> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, format json) ${statement}`.execute(tx)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('PostgreSQL explained nothing')
  return plan
}

/** How many rows of a table a plan read. */
export const countReads = (node: PlanNode, relation: string): number =>
  (node['Relation Name'] === relation ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + countReads(child, relation), 0)
