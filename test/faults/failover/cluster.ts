import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../bench/lib/options.ts'
import { exported, inTemporaryFolder } from '../../../bench/lib/temporary.ts'

const COMMAND = join(ROOT, 'scripts/cluster')
const NODES = ['a', 'b', 'c']

export type FaultKind =
  | 'postmaster-killed'
  | 'host-lost'
  | 'host-frozen'
  | 'patroni-frozen'
  | 'partition'
  | 'switchover'
  | 'standby-killed'
  | 'lagging-host-lost'

export type Cluster = {
  databaseUrl: string
  superuserUrl: string
  /** Damages the leader, or for `standby-killed` its standby. */
  fault(kind: FaultKind, leader: string): Promise<void>
  repair(): Promise<void>
  /** The nodes that say of themselves that they lead. One that is frozen would keep the others waiting. */
  leaders(besides?: string): Promise<string[]>
  /** Whether a node leads and both others follow it, one of them synchronously. */
  isHealthy(): Promise<boolean>
}

/** A cluster of its own, which ends whether `work` ends, fails or is interrupted. */
export async function withCluster<Result>(
  { asynchronous }: { asynchronous: boolean },
  work: (cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  const environment = (folder: string) => ({ ...process.env, FOOTNOTE_CLUSTER_DIR: folder })
  const stop = (folder: string) =>
    execFileSync(COMMAND, ['down'], { env: environment(folder), stdio: 'ignore' })
  return inTemporaryFolder('failover', stop, async (folder) => {
    const run = (...command: string[]) =>
      promisify(execFile)(COMMAND, command, { env: environment(folder), encoding: 'utf8' })
    const { stdout } = await run('up', ...(asynchronous ? ['--asynchronous'] : []))
    const superuser = new URL(exported(stdout, 'ADMIN_DATABASE_URL'))
    superuser.pathname = '/footnote'
    const ports = exported(stdout, 'FOOTNOTE_CLUSTER_REST_PORTS').split(',').map(Number)
    return work({
      databaseUrl: exported(stdout, 'DATABASE_URL'),
      superuserUrl: superuser.href,
      fault: async (kind, leader) => {
        await run('fault', kind, ...(kind === 'standby-killed' ? [] : [leader]))
      },
      repair: async () => void (await run('repair')),
      leaders: (besides) => readLeaders(ports, besides),
      isHealthy: () => isHealthy(ports, asynchronous),
    })
  })
}

async function readLeaders(ports: readonly number[], besides?: string): Promise<string[]> {
  const asked = NODES.filter((node) => node !== besides)
  const leads = async (node: string) =>
    (await get(ports[NODES.indexOf(node)] ?? 0, '/primary')) !== null
  const leading = await Promise.all(asked.map(leads))
  return asked.filter((_, at) => leading[at])
}

type Member = { role: string; state: string; lag?: number | string }

async function isHealthy(ports: readonly number[], asynchronous: boolean): Promise<boolean> {
  const [leader, ...others] = await readLeaders(ports)
  if (leader === undefined || others.length > 0) return false
  const reply = await get(ports[NODES.indexOf(leader)] ?? 0, '/cluster')
  const members: Member[] = JSON.parse(reply ?? '{"members":[]}').members
  const following = members.filter(({ state, lag }) => state === 'streaming' && lag === 0)
  return (
    following.length === 2 && (asynchronous || members.some(({ role }) => role === 'sync_standby'))
  )
}

/** null: no answer, or not of status 200. */
async function get(port: number, path: string): Promise<string | null> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(1_000),
    })
    const text = await reply.text()
    return reply.ok ? text : null
  } catch {
    return null
  }
}
