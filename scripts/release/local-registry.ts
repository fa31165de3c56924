import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { z } from 'zod'
import { freePort } from '../../test/support/network/free-port.ts'

const run = promisify(execFile)
/** Verdaccio and npm, as the lock file there pins them. */
const FOLDER = join(import.meta.dirname, 'registry')

/** Anybody reads; who signed in publishes what is not there yet. It asks no other registry. */
const CONFIGURATION = `
storage: ./storage
auth: { htpasswd: { file: ./htpasswd } }
packages: { '**': { access: $all, publish: $authenticated } }
uplinks: {}
max_body_size: 500mb
web: { enable: false }
log: { type: stdout, format: json, level: warn }
`

export type Registry = AsyncDisposable & {
  /** Where the npm is that publishes. */
  programs: string
  /** The lines of .npmrc with which our packages come from here, and everything else from where it did. */
  toRead: string
  toPublish: string
}

/** A registry of packages on this machine that keeps what it is given in a folder. */
export async function startRegistry(folder: string): Promise<Registry> {
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER })
  await mkdir(folder)
  const configuration = join(folder, 'config.yaml')
  await writeFile(configuration, CONFIGURATION)
  const host = `127.0.0.1:${await freePort()}`
  const child = spawn(
    process.execPath,
    [
      join(FOLDER, 'node_modules/verdaccio/bin/verdaccio'),
      '--config',
      configuration,
      '--listen',
      host,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  )
  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('http address')) resolve()
    })
    void exited.then(() => reject(new Error('The registry ended before it listened.')))
  })
  const token = await signIn(`http://${host}`)
  const toRead = `@footnote:registry=http://${host}/\n`
  return {
    programs: join(FOLDER, 'node_modules/.bin'),
    toRead,
    toPublish: `${toRead}//${host}/:_authToken=${token}\n`,
    async [Symbol.asyncDispose]() {
      child.kill()
      await exited
    },
  }
}

/** As `npm adduser` does. */
async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/-/user/org.couchdb.user:release`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'release', password: 'of a rehearsal' }),
  })
  return z.object({ token: z.string() }).parse(await response.json()).token
}
