import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { freePort } from '../../test/support/network/free-port.ts'
import { ROOT } from '../lib/options.ts'
import { inTemporaryFolder } from '../lib/temporary.ts'

export const PEERS_DIR = join(ROOT, '.peers')

export type Running = { url: string; folder: string; processId: number }

const START_TIMEOUT_MS = 60_000

/** An engine as its makers ship it, with a folder of its own, until `work` ends. */
export async function withProgram<Result>(
  name: string,
  start: (
    port: number,
    anotherPort: number,
  ) => { args: readonly string[]; env?: Record<string, string> },
  work: (running: Running) => Promise<Result>,
): Promise<Result> {
  let stop = () => {}
  return inTemporaryFolder(
    name,
    () => stop(),
    async (folder) => {
      const port = await freePort()
      const { args, env } = start(port, await freePort())
      const program = spawn(join(PEERS_DIR, name), args, {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...env },
        stdio: 'ignore',
      })
      stop = () => void program.kill('SIGKILL')
      const exited = new Promise<never>((_, reject) => {
        program.once('error', reject)
        program.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
      })
      exited.catch(() => {})
      const url = `http://127.0.0.1:${port}`
      await Promise.race([untilItListens(url), exited])
      return Promise.race([work({ url, folder, processId: program.pid ?? 0 }), exited])
    },
  )
}

async function untilItListens(url: string): Promise<void> {
  for (const endMs = Date.now() + START_TIMEOUT_MS; Date.now() < endMs; await sleep(100)) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
  }
  throw new Error(`Nothing listens at ${url}`)
}
