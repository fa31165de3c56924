import { runSql, superuserUrl } from '../lib/database.ts'
import { cpuMs } from '../lib/process-cpu.ts'

/** From now until it is called: the CPU time of the server's processes for one database. */
export async function watchBackends(databaseUrl: string): Promise<() => Promise<number>> {
  const times = async () =>
    new Map((await readBackends(databaseUrl)).map((id) => [id, cpuMs([id])] as const))
  const before = await times()
  return async () => {
    let spentMs = 0
    for (const [id, ms] of await times()) spentMs += ms - (before.get(id) ?? 0)
    return spentMs
  }
}

/** Process ids of the server's processes for one database. */
async function readBackends(databaseUrl: string): Promise<number[]> {
  const administration = new URL(superuserUrl(databaseUrl))
  administration.pathname = '/postgres'
  const rows = await runSql<{ pid: number }>(
    administration.href,
    'select pid from pg_stat_activity where datname = $1',
    [new URL(databaseUrl).pathname.slice(1)],
  )
  return rows.map(({ pid }) => pid)
}
