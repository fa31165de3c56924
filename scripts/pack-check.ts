/**
 * Packs what is published and follows the README from there: installs the packages into an empty
 * folder, starts `footnote demo` and asks, with nothing of this checkout but Node. Prints what it typed and
 * when, and fails without a cited answer. `--weights` takes the embedding weights of scripts/models
 * instead of downloading them.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { checkPackageTypes, manifestProblems } from './lib/package-problems.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
/** Folders to publish. The command is not imported, so it has no types. */
const COMMAND = join(ROOT, 'build')
const LIBRARIES = [join(ROOT, 'sdk/dist'), join(ROOT, 'widget/package')]
const MOST_SECONDS = 90
/** What the check starts with; PATH has Node 24, and nothing else from this checkout. */
const NODE_FOLDER = join(ROOT, 'node_modules/node/bin')

const withWeights = process.argv.includes('--weights')
const folder = await mkdtemp(join(tmpdir(), 'footnote-installed-'))
const home = join(folder, 'home')
const project = join(folder, 'project')
const path = (process.env['PATH'] ?? '').split(':').filter((each) => !each.startsWith(ROOT))
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [join(project, 'node_modules/.bin'), NODE_FOLDER, ...path].join(':'),
  XDG_CACHE_HOME: join(home, '.cache'),
  DATABASE_URL: undefined,
  EMBEDDING_MODEL_DIR: withWeights ? join(ROOT, '.models/minilm-int8') : undefined,
}
let startedMs = performance.now()
const seconds = () => (performance.now() - startedMs) / 1000
const say = (text: string) => console.log(`[${seconds().toFixed(1).padStart(5)} s] ${text}`)

async function type(command: string, args: string[], cwd: string): Promise<string> {
  say(`$ ${[command, ...args].join(' ')}`)
  const { stdout, stderr } = await run(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })
  return stdout + stderr
}

/** The command that the demo prints to ask with. */
async function startDemo(): Promise<{ ask: string[]; stop: () => Promise<unknown> }> {
  say('$ footnote demo --port 0')
  const demo = spawn('footnote', ['demo', '--port', '0'], { cwd: project, env })
  const exited = once(demo, 'exit')
  demo.stderr.pipe(process.stderr)
  const ask = await new Promise<string[]>((resolve, reject) => {
    createInterface({ input: demo.stdout }).on('line', (line) => {
      say(line)
      const asking = /^ {2}(?:\S.*)?footnote ask '([^']+)' (.+)$/.exec(line)
      if (asking) resolve(['ask', asking[1] ?? '', ...(asking[2] ?? '').split(' ')])
    })
    void exited.then(() => reject(new Error('The demo ended before it said how to ask.')))
  })
  const stop = async () => {
    demo.kill('SIGTERM')
    await exited
  }
  return { ask, stop }
}

/** Asked again until the page that answers is indexed. */
async function askUntilCited(ask: string[]): Promise<string> {
  for (;;) {
    const { stdout } = await run('footnote', ask, { cwd: project, env })
    if (/^\[1\] .+\n {4}http:/m.test(stdout)) return stdout
    if (seconds() > MOST_SECONDS) throw new Error(`No cited answer. The last one:\n${stdout}`)
    await sleep(500)
  }
}

async function requireSoundPackages(): Promise<void> {
  for (const each of [COMMAND, ...LIBRARIES]) {
    const { messages } = await publint({ pkgDir: each, pack: false })
    const types = each === COMMAND ? [] : (await checkPackageTypes(each)).problems
    const manifest = JSON.parse(await readFile(join(each, 'package.json'), 'utf8'))
    const problems = [...messages, ...types, ...manifestProblems(manifest)]
    if (problems.length > 0) throw new Error(`${each}: ${JSON.stringify(problems, null, 2)}`)
    say(`${each.slice(ROOT.length + 1)}: publint and attw have nothing to say`)
  }
}

/** The client and the widget, as a program imports them. */
const PROGRAM = `
import { createClient } from '@footnote/client'
import { createAdminClient } from '@footnote/client/admin'
import { createWidget } from '@footnote/widget'
console.log(typeof createClient, typeof createAdminClient, typeof createWidget)
`

try {
  await mkdir(project)
  await requireSoundPackages()
  for (const each of [COMMAND, ...LIBRARIES]) {
    await type('npm', ['pack', each, '--silent'], folder)
  }
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  say(`packed: ${tarballs.join(', ')}. The clock starts again, in an empty folder.`)
  startedMs = performance.now()
  await type('npm', ['init', '--yes', '--silent'], project)
  await type('npm', ['install', ...tarballs.map((name) => `../${name}`)], project)
  await writeFile(join(project, 'program.mjs'), PROGRAM)
  const imported = await type('node', ['program.mjs'], project)
  if (imported.trim() !== 'function function function') throw new Error(imported)
  const demo = await startDemo()
  try {
    const answer = await askUntilCited(demo.ask)
    const took = seconds()
    say(`$ footnote ask '${demo.ask[1]}' …\n${answer}`)
    say(`a cited answer after ${took.toFixed(1)} s`)
    if (took > MOST_SECONDS) process.exitCode = 1
  } finally {
    await demo.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
