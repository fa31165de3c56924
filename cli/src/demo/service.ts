import type { ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { entryPoint } from '@footnote/server/application-files'
import { Failure } from '../failure.ts'

type Needs = {
  readonly databaseUrl: string
  readonly modelDir: string
  readonly token: string
  /** A database with keys works only with the pepper they were made with. */
  readonly keyPepper: string | undefined
}
export type DemoService = { readonly url: string; readonly stop: () => Promise<void> }

/** Starts the service in a process of its own, on a free port. */
export async function startService(needs: Needs): Promise<DemoService> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: needs.databaseUrl,
    ADMIN_TOKEN: needs.token,
    KEY_PEPPER: needs.keyPepper ?? needs.token,
    EMBEDDING_MODEL_DIR: needs.modelDir,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    // Whoever presses Ctrl-C while pages are indexed does not want to wait for them.
    DRAIN_SECONDS: '1',
  }
  const start = (command: string) =>
    spawn(process.execPath, [entryPoint('command'), command], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const migration = start('migrate')
  const [code] = await once(migration, 'exit')
  if (code !== 0) throw new Failure('The database could not be migrated. Run footnote migrate.')
  const service = start('all')
  // Also when the demo itself fails, for example because its terminal is gone.
  process.once('exit', () => service.kill('SIGTERM'))
  const port = await awaitPort(service)
  const exited = once(service, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      service.kill('SIGTERM')
      await exited
    },
  }
}

/** The address from its log, once it listens. */
function awaitPort(service: ChildProcessByStdio<null, Readable, Readable>): Promise<number> {
  let complaints = ''
  service.stderr.on('data', (chunk) => (complaints += String(chunk)))
  return new Promise((resolve, reject) => {
    createInterface({ input: service.stdout }).on('line', (line) => {
      const port = /"port":(\d+)/.exec(line)?.[1]
      if (line.includes('"listening"') && port !== undefined) resolve(Number(port))
    })
    service.once('exit', () => reject(new Failure(`The service did not start. ${complaints}`)))
  })
}
