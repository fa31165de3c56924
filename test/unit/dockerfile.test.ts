import { readFileSync, statSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { SERVICE_FILES } from '../../scripts/lib/service-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const isFile = (path: string) =>
  statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() === true
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

type Stage = { copied: { from: string; to: string }[]; runs: string[] }

/** The stages of the Dockerfile: what each copies out of the checkout, and what it runs. */
function readStages(dockerfile: string): Stage[] {
  const lines = dockerfile.replaceAll('\\\n', ' ').split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, instruction, rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (instruction === 'FROM') stages.push({ copied: [], runs: [] })
    if (instruction === 'RUN') stages.at(-1)?.runs.push(rest)
    if (instruction !== 'COPY' || rest.startsWith('--from')) continue
    const [to = '', ...from] = rest.split(/\s+/).toReversed()
    stages.at(-1)?.copied.push(...from.map((each) => ({ from: each, to })))
  }
  return stages
}

/** Whether .dockerignore lets a file through: its last line that fits decides. */
function isSent(path: string): boolean {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const parents = path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))
  const last = rules.findLast((rule) =>
    parents.some((each) => matchesGlob(each, rule.replace(/^!/, ''))),
  )
  return last?.startsWith('!') ?? true
}

/** Whether the stage has the file at its own place, to which scripts refer. */
const has = ({ copied }: Stage, path: string) =>
  isSent(path) &&
  copied.some(({ from, to }) =>
    from === '.'
      ? to === '.'
      : path === from && normalize(`${to}/`) === normalize(`${dirname(path)}/`),
  )

/** What a command starts: files of the checkout, directly and by `npm run`. */
function startedBy(command: string): string[] {
  const files = command.match(/(?<![\w/.])[\w-]+(?:\/[\w-]+)+(?:\.ts)?(?![\w/])/g) ?? []
  const named = [...command.matchAll(/npm run (?:--\w+ )*([\w:-]+)/g)].map(([, name = '']) => name)
  const started = named.flatMap((name) => startedBy(scripts[name] ?? ''))
  return [...files.filter(isFile), ...started]
}

/** What a script sources or reads, and what a module imports from beside it. */
function needs(path: string): string[] {
  const text = read(path)
  const named = [...text.matchAll(/(?<= )"\$root\/([\w/.-]+)"/g)]
  const imported = [...text.matchAll(/(?:from|import) '(\.{1,2}\/[^']+)'/g)]
  return [
    ...named.map(([, file = '']) => file),
    ...imported.map(([, file = '']) => join(dirname(path), file)),
  ]
}

function withAllItNeeds(paths: readonly string[]): string[] {
  const seen = new Set<string>()
  const waiting = [...paths]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !isFile(path)) continue
    seen.add(path)
    waiting.push(...needs(path))
  }
  return [...seen]
}

const stages = readStages(read('Dockerfile'))

test('what a stage of the image runs is copied into it, with all it sources and imports', () => {
  const run = stages.map((stage) => withAllItNeeds(stage.runs.flatMap(startedBy)))
  expect(run.flat()).toEqual(
    expect.arrayContaining([
      'scripts/models',
      'scripts/lib/npm-archive',
      'scripts/lib/licences/Apache-2.0.txt',
      'scripts/lib/licences/MIT.txt',
      'scripts/build-service.ts',
      'scripts/lib/service-files.ts',
      'widget/build.ts',
      'console/build.ts',
    ]),
  )
  const missing = stages.flatMap((stage, at) => run[at]?.filter((path) => !has(stage, path)) ?? [])
  expect(missing).toEqual([])
})

test('what the service brings along is sent to the build, or built there', () => {
  const [build] = stages
  if (!build) throw new Error('The Dockerfile has no stage')
  const isBuilt = (path: string) => path.endsWith('/dist')
  expect(SERVICE_FILES.filter((path) => !has(build, path) && !isBuilt(path))).toEqual([])
})

test('base images can be given by their digest', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(
    ([, image]) => image,
  )
  expect(bases.length).toBeGreaterThan(2)
  for (const base of bases) expect(base).toMatch(/^\$\{\w+_IMAGE\}$/)
})

test('the image is set to the weights that it fetches', () => {
  const [, folder] = /EMBEDDING_MODEL_DIR=(\S+)/.exec(read('Dockerfile')) ?? []
  const [, standard] = /names=\(([\w-]+)\)$/m.exec(read('scripts/models')) ?? []
  const runs = stages.flatMap((stage) => stage.runs)
  expect(runs).toContain('scripts/models --into /models')
  expect(folder).toBe(`/models/${standard}`)
})
