import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readBlocks } from '../../test/support/documentation/command-blocks.ts'
import { freePort } from '../../test/support/network/free-port.ts'
import type { Log } from './log.ts'
import { PACKAGES, ROOT } from './packages.ts'

const run = promisify(execFile)

/** PATH has Node 24, and nothing else from this checkout. */
const NODE_FOLDER = join(ROOT, 'node_modules/node/bin')
/** Only so that a fault ends: what is timed is printed, not judged. */
const PATIENCE_MS = 300_000
const CITED = /^\[1\] .+\n {4}\S/m

/** Somebody else's machine, as near as it gets: a home of its own, and no setting of ours. */
export type Machine = { home: string; weights: string | undefined; log: Log }

function makeEnvironment({ home, weights }: Machine): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '').split(':').filter((each) => !each.startsWith(ROOT))
  // What `npm run` tells the scripts that it starts, this checkout's settings among it.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  return {
    ...Object.fromEntries(own),
    PATH: [NODE_FOLDER, ...path].join(':'),
    HOME: home,
    XDG_CACHE_HOME: undefined,
    DATABASE_URL: undefined,
    EMBEDDING_MODEL_DIR: weights,
  }
}

async function type(commands: string, project: string, machine: Machine): Promise<string> {
  machine.log.say(`$ ${commands.trimEnd().replaceAll('\n', '\n          ')}`)
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', commands], {
    cwd: project,
    env: makeEnvironment(machine),
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout + stderr
}

/** The client and the widget, as a program imports them. */
const PROGRAM = `
import { createClient } from '@footnote/client'
import { createAdminClient } from '@footnote/client/admin'
import { createWidget } from '@footnote/widget'
console.log(typeof createClient, typeof createAdminClient, typeof createWidget)
`

type Installed = { packages: Record<string, { inBundle?: boolean }> }

/** All three install together, and bring everything that they need. */
export async function importPackages(project: string, machine: Machine): Promise<void> {
  const names = PACKAGES.map(({ name }) => name)
  await type(`npm install ${names.join(' ')}`, project, machine)
  const { packages }: Installed = JSON.parse(
    await readFile(join(project, 'node_modules/.package-lock.json'), 'utf8'),
  )
  const fetched = Object.keys(packages).filter((path) => packages[path]?.inBundle !== true)
  const expected = names.map((name) => `node_modules/${name}`)
  if (fetched.sort().join() !== expected.join()) throw new Error(`npm fetched ${fetched.join()}`)
  await writeFile(join(project, 'program.mjs'), PROGRAM)
  const imported = await type('node program.mjs', project, machine)
  if (imported.trim() !== 'function function function') throw new Error(imported)
}

/** The README: `npx @footnote/cli demo`, and the command that it prints, in another terminal. */
export async function askDemo(project: string, machine: Machine): Promise<void> {
  machine.log.startAgain()
  machine.log.say('$ npx --yes @footnote/cli demo --port 0')
  const demo = spawn('npx', ['--yes', '@footnote/cli', 'demo', '--port', '0'], {
    cwd: project,
    env: makeEnvironment(machine),
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(demo, 'close')
  try {
    const ask = await new Promise<string>((resolve, reject) => {
      createInterface({ input: demo.stdout }).on('line', (line) => {
        machine.log.say(line)
        const asking = /^ {2}(\S.*footnote.* ask '.+)$/.exec(line)?.[1]
        if (asking !== undefined) resolve(asking)
      })
      void ended.then(() => reject(new Error('The demo ended before it said how to ask.')))
    })
    await askUntilCited(ask, project, machine)
  } finally {
    // As Ctrl-C does in a terminal: npx itself passes SIGTERM on to nobody but its shell.
    process.kill(-(demo.pid ?? 0), 'SIGINT')
    await ended
  }
}

/** Asked again until the page that answers is indexed. */
async function askUntilCited(ask: string, project: string, machine: Machine): Promise<void> {
  const untilMs = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await type(ask, project, machine)
    if (CITED.test(answer)) return machine.log.say(`a cited answer:\n${answer}`)
    if (Date.now() > untilMs) throw new Error(`No cited answer. The last one:\n${answer}`)
    await sleep(500)
  }
}

const PAGE = `# Opening hours

The shop opens at nine in the morning, and closes at six in the evening. On Sundays it stays closed.
`

/** “From npm” of the quick start, as pasted, with a database of scripts/services. */
export async function followQuickStart(project: string, machine: Machine): Promise<void> {
  const guide = 'docs/guides/quick-start.md'
  const text = await readFile(join(ROOT, guide), 'utf8')
  const block = readBlocks({ file: guide, text }).find((each) =>
    each.text.startsWith('npm install @footnote/cli'),
  )?.text
  if (block === undefined) throw new Error(`${guide} has no block for npm any more.`)
  const database = /^export DATABASE_URL=.+$/m
  const services = `FOOTNOTE_SERVICES_DIR=${project}/services ${join(ROOT, 'scripts/services')}`
  await mkdir(join(project, 'my-docs'))
  await writeFile(join(project, 'my-docs/hours.md'), PAGE)
  const port = await freePort()
  machine.log.startAgain()
  try {
    await type(`${services} up`, project, machine)
    machine.log.startAgain()
    const printed = await type(
      `export PORT=${port} FOOTNOTE_URL=http://127.0.0.1:${port}
trap 'kill %1 && wait %1' EXIT
${block.replace(database, `eval "$(${services} env | grep '^export DATABASE_URL')"`)}
eval "$(grep -A1 'For the commands below' printed.txt | tail -1)"
footnote ask 'When does the shop open?' --knowledge-base $KNOWLEDGE_BASE --key $KEY`.replace(
        /^footnote ingest .+$/m,
        '$& > printed.txt',
      ),
      project,
      machine,
    )
    if (!CITED.test(printed)) throw new Error(`The answer cites nothing:\n${printed}`)
    machine.log.say(`a cited answer:\n${printed}`)
  } finally {
    await run('bash', ['-c', `${services} down --delete`], { cwd: project })
  }
}
