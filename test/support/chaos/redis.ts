import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { until } from './load.ts'
import { freePort } from '../network/free-port.ts'

/** A Redis of the test's own, which can be killed and frozen. */
export type ChaosRedis = {
  url: string
  /** On the same port, empty. */
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  flush(): Promise<void>
  /** Everything it holds, as it would be written to disk. */
  dump(): Promise<Buffer>
}

export async function startChaosRedis(): Promise<ChaosRedis> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const directory = await mkdtemp(join(tmpdir(), 'footnote-chaos-redis-'))
  let child: ChildProcess | undefined
  const redis: ChaosRedis = {
    url,
    async start() {
      const settings = [
        '--bind',
        '127.0.0.1',
        '--port',
        String(port),
        '--save',
        '',
        '--dir',
        directory,
      ]
      child = spawn('redis-server', [...settings, '--appendonly', 'no'], { stdio: 'ignore' })
      await until('Redis', () => answers(url), 10_000)
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      await rm(join(directory, 'dump.rdb'), { force: true })
    },
    async dump() {
      await asClient(url, (client) => client.sendCommand(['SAVE']))
      return readFile(join(directory, 'dump.rdb'))
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    flush: () => asClient(url, async (client) => void (await client.flushAll())),
  }
  await redis.start()
  return redis
}

const openClient = (url: string) =>
  createClient({ url, socket: { reconnectStrategy: false as const } })

async function asClient<Result>(
  url: string,
  work: (client: ReturnType<typeof openClient>) => Promise<Result>,
): Promise<Result> {
  const client = openClient(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

const answers = (url: string): Promise<boolean> =>
  asClient(url, async (client) => (await client.ping()) === 'PONG').catch(() => false)
