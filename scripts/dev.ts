/**
 * Everything to develop with, in one terminal: PostgreSQL and Redis (scripts/services), the API and a
 * worker, the console and the widget, and this repository's docs as a knowledge base. What changes is
 * built again, and the service starts again. Ctrl-C ends it; the data stays until
 * `scripts/services down --delete`.
 */
import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdminClient } from '@footnote/client/admin'

const ROOT = join(import.meta.dirname, '..')
const CLI = join(ROOT, 'cli/src/main.ts')
/** Several files are saved at once, and one file in several steps. */
const SETTLING_MS = 200

/** What has to be built before the service starts again, by the folder that changed. */
const BUILDS: Readonly<Record<string, readonly string[]>> = {
  'contract/src': [],
  'server/src': [],
  'server/migrations': [],
  'cli/src': [],
  'sdk/src': ['widget/build.ts', 'console/build.ts'],
  'widget/src': ['widget/build.ts', 'console/build.ts'],
  'console/src': ['console/build.ts'],
}

const say = (text: string) => console.log(`dev: ${text}`)
const script = (name: string, ...args: string[]) =>
  execFileSync(join(ROOT, 'scripts', name), args, { encoding: 'utf8' })

const port = process.env['PORT'] ?? '8080'
const url = `http://127.0.0.1:${port}`
const token = process.env['ADMIN_TOKEN'] ?? 'a-token-for-development-only'
script('models')
const addresses = [...script('services', 'up').matchAll(/^export (\w+)=(.+)$/gm)]
const env: NodeJS.ProcessEnv = {
  EMBEDDING_MODEL_DIR: join(ROOT, '.models/minilm-int8'),
  // Known to everybody, like the passwords of scripts/services.
  KEY_PEPPER: 'a pepper for development only, with 32 characters or more',
  SECRETS_KEY: 'a key for development only, with 32 characters or more',
  PUBLIC_URL: url,
  DRAIN_SECONDS: '1',
  // Every request is a line at info: what this script says would be lost among them.
  LOG_LEVEL: 'warn',
  ...process.env,
  ...Object.fromEntries(addresses.map(([, name = '', value]) => [name, value])),
  PORT: port,
  ADMIN_TOKEN: token,
  FOOTNOTE_URL: url,
}

const run = async (...args: string[]): Promise<boolean> => {
  const [code] = await once(
    spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }),
    'exit',
  )
  return code === 0
}

let service: ChildProcess | undefined

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null

async function stop(): Promise<void> {
  if (!isRunning(service)) return
  const exited = once(service, 'exit')
  service.kill('SIGTERM')
  await exited
}

async function start(): Promise<void> {
  if (!(await run(CLI, 'migrate'))) return
  service = spawn(process.execPath, [CLI, 'all'], { cwd: ROOT, env, stdio: 'inherit' })
}

// Also when this process fails.
process.once('exit', () => service?.kill('SIGTERM'))

const changed = new Set<string>()
let settling: NodeJS.Timeout | undefined
let working = Promise.resolve()

/** One after the other: what changes meanwhile is taken up afterwards. */
async function rebuild(): Promise<void> {
  const folders = [...changed]
  changed.clear()
  if (folders.length === 0) return
  say(`${folders.join(', ')} changed`)
  const startedMs = performance.now()
  for (const build of new Set(folders.flatMap((folder) => BUILDS[folder] ?? []))) {
    // The message is above; the service keeps what it had.
    if (!(await run(build))) return
  }
  await stop()
  await start()
  const seconds = () => ((performance.now() - startedMs) / 1000).toFixed(1)
  const listens = await isListening()
  say(listens ? `serving again after ${seconds()} s` : 'it ended; change something to try again')
}

function watchFolder(folder: string): void {
  watch(join(ROOT, folder), { recursive: true }, (_, file) => {
    if (file === null || /\.test\.tsx?$/.test(file)) return
    changed.add(folder)
    clearTimeout(settling)
    settling = setTimeout(() => {
      working = working.then(rebuild)
    }, SETTLING_MS)
  })
}

async function seed(): Promise<void> {
  const admin = createAdminClient({ baseUrl: url, token })
  const { workspaces } = await admin.workspaces.list()
  if (workspaces.length > 0) return
  await run(CLI, 'ingest', 'docs', '--create', 'Footnote docs')
}

/** False when it ended instead: the messages above say why. */
async function isListening(): Promise<boolean> {
  while (isRunning(service)) {
    if (
      await fetch(`${url}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return true
    await sleep(SETTLING_MS)
  }
  return false
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().finally(() => process.exit(0)))
}
for (const build of ['widget/build.ts', 'console/build.ts']) await run(build)
await start()
if (!(await isListening())) process.exit(1)
Object.keys(BUILDS).forEach(watchFolder)
say(`${url}/console   (the admin token: ${token})`)
await seed()
say('ready. It starts again whenever a file changes.')
