/**
 * Rehearses a release with a registry on this machine: gives a copy of the checkout its next version,
 * publishes `release/` as the workflow does, breaks off in between, goes on, and follows the README and
 * the quick start from there to a cited answer, with nothing of this checkout but Node. Prints what it
 * typed and when. Needs what `footnote demo` needs. `--weights` takes the embedding weights of
 * scripts/models instead of downloading them.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from './log.ts'
import { askDemo, followQuickStart, importPackages } from './installed.ts'
import { startRegistry } from './local-registry.ts'
import { PACKAGES, RELEASE, ROOT } from './packages.ts'
import { publishAsReleased } from './publish.ts'
import { rehearseVersion } from './rehearse-version.ts'

const log = createLog()
const folder = await mkdtemp(join(tmpdir(), 'footnote-release-'))
const archives = (await readdir(RELEASE)).filter((name) => name.endsWith('.tgz'))
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))

/** An empty folder in which npm finds our packages. */
async function makeProject(name: string, settings: string): Promise<string> {
  const project = join(folder, name)
  await mkdir(project)
  await writeFile(join(project, '.npmrc'), settings)
  return project
}

async function publish(registry: { programs: string; toPublish: string }): Promise<void> {
  const project = await makeProject('published', registry.toPublish)
  for (const archive of archives) await cp(join(RELEASE, archive), join(project, archive))
  const everything = PACKAGES.map(({ name }) => `${name}@${version}`)
  const first = await publishAsReleased(project, registry.programs, 1)
  log.say(`published ${first.published.join()}, and was killed`)
  const second = await publishAsReleased(project, registry.programs)
  log.say(`went on: ${second.skipped.join()} skipped, ${second.published.join()} published`)
  const third = await publishAsReleased(project, registry.programs)
  log.say(`once more: ${third.skipped.join()} skipped`)
  const wrong =
    first.published.length === 0 ||
    second.published.length === 0 ||
    [...second.skipped, ...second.published].sort().join() !== everything.join() ||
    third.skipped.join() !== everything.join() ||
    third.published.length > 0
  if (wrong) throw new Error(JSON.stringify({ everything, first, second, third }, null, 2))
}

try {
  const notes = await rehearseVersion(join(folder, 'next-version'))
  log.say(`everything gets its next version; the release would say:\n\n${notes}`)
  await using registry = await startRegistry(join(folder, 'registry'))
  log.say('the registry listens')
  await publish(registry)
  const weights = process.argv.includes('--weights') ? join(ROOT, '.models/minilm-int8') : undefined
  const machine = { home: join(folder, 'home'), weights, log }
  await mkdir(machine.home)
  await importPackages(await makeProject('program', registry.toRead), machine)
  await askDemo(await makeProject('demo', registry.toRead), machine)
  await followQuickStart(await makeProject('quick-start', registry.toRead), machine)
  log.say('the rehearsal went well')
} finally {
  await rm(folder, { recursive: true, force: true })
}
