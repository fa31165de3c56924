import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parse } from 'yaml'
import { ROOT } from './packages.ts'

type Workflow = { jobs: { npm: { steps: { run?: string }[] } } }

/** What only GitHub's machines can do, and what is done instead. */
const ELSEWHERE = [
  // The npm of the rehearsal has its version in a lock file.
  { text: /^npm install --global npm@11$/m, here: 'test "$(npm --version | cut -d. -f1)" = 11' },
  // It is signed with an identity that a workflow gets from GitHub.
  { text: / --provenance /, here: ' --no-provenance ' },
]

/** The step of the workflow that publishes the archives of the folder that it runs in. */
async function readStep(): Promise<string> {
  const workflow: Workflow = parse(
    await readFile(join(ROOT, '.github/workflows/release.yml'), 'utf8'),
  )
  const step = workflow.jobs.npm.steps.find(({ run }) => run?.includes('npm publish'))?.run ?? ''
  return ELSEWHERE.reduce((text, change) => {
    if (!change.text.test(text)) throw new Error(`The workflow has no ${change.text} any more.`)
    return text.replace(change.text, change.here)
  }, step)
}

type Published = { published: string[]; skipped: string[] }

/** Runs that step, to its end or until it has published so many. `programs` has its npm. */
export async function publishAsReleased(
  folder: string,
  programs: string,
  killedAfter = Number.POSITIVE_INFINITY,
): Promise<Published> {
  const child = spawn(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', await readStep()],
    {
      cwd: folder,
      env: { ...process.env, PATH: `${programs}:${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      // So that all of it can be killed at once.
      detached: true,
    },
  )
  const result: Published = { published: [], skipped: [] }
  let complaints = ''
  child.stderr.on('data', (chunk) => (complaints += String(chunk)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const published = /^\+ (\S+)$/.exec(line)?.[1]
    const skipped = /^(\S+) is published already\.$/.exec(line)?.[1]
    if (skipped !== undefined) result.skipped.push(skipped)
    if (published === undefined) return
    result.published.push(published)
    if (result.published.length >= killedAfter) process.kill(-(child.pid ?? 0), 'SIGKILL')
  })
  const [code] = await once(child, 'close')
  if (code !== 0 && killedAfter === Number.POSITIVE_INFINITY) throw new Error(complaints)
  return result
}
