import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Client } from '@footnote/client'
import { createClient } from '@footnote/client'
import { freePort } from '../network/free-port.ts'
import { CLI, MODEL_DIR } from '../service.ts'

export type Demo = AsyncDisposable & {
  readonly url: string
  /** As the page asks: with the key that its script tag has. */
  readonly client: Client
  /** What it wrote besides its output. */
  complaints(): string
  /** SIGTERM, and its exit code once it has ended. */
  stop(): Promise<number | null>
}

/**
 * `footnote demo` as somebody types it who has installed the package and has a database. What was built runs
 * in a copy, as npm would install it: in the checkout it would find packages that the copy lacks.
 */
export async function startDemo(databaseUrl: string, port?: number): Promise<Demo> {
  const args = ['demo', '--port', String(port ?? (await freePort()))]
  const installed = await install()
  const child = spawn(process.execPath, [installed.command, ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, EMBEDDING_MODEL_DIR: MODEL_DIR },
  })
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  let complaints = ''
  child.stderr.on('data', (chunk) => (complaints += String(chunk)))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /^Ready after \d+ s: (http:\S+)\//.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
    void exited.then((code) => reject(new Error(`The demo ended with ${code}: ${complaints}`)))
  })
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  return {
    url,
    client: await makeClient(url),
    complaints: () => complaints,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      await installed.remove()
    },
  }
}

async function install(): Promise<{ command: string; remove(): Promise<void> }> {
  if (CLI.endsWith('.ts')) return { command: CLI, remove: () => Promise.resolve() }
  const folder = await mkdtemp(join(tmpdir(), 'footnote-installed-'))
  const copy = join(folder, 'node_modules/@footnote/cli')
  await cp(dirname(CLI), copy, { recursive: true })
  return {
    command: join(copy, basename(CLI)),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function makeClient(url: string): Promise<Client> {
  const html = await (await fetch(`${url}/`)).text()
  const read = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  return createClient({
    baseUrl: read(/src="(\S+)\/widget\.js"/),
    knowledgeBaseId: read(/data-knowledge-base-id="(\S+)"/),
    credential: { clientKey: read(/data-client-key="(\S+)"/) },
  })
}
