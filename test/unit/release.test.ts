import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { archiveProblems, manifestProblems } from '../../scripts/lib/package-problems.ts'
import { serviceManifest } from '../../scripts/lib/service-manifest.ts'
import { NAMED_VERSIONS, getNotes, releaseNotes } from '../../scripts/lib/versions.ts'

const execute = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { version, workspaces, repository } = JSON.parse(read('package.json'))

test('everything has the same version', () => {
  const manifests = workspaces.map((folder: string) => JSON.parse(read(`${folder}/package.json`)))
  expect(manifests.map((each: { version: string }) => each.version)).toEqual(
    manifests.map(() => version),
  )
  for (const { file, pattern } of NAMED_VERSIONS) {
    const found = [...read(file).matchAll(pattern)].map(({ groups }) => groups?.['version'])
    expect(found.length, file).toBeGreaterThan(0)
    expect(new Set(found), file).toEqual(new Set([version]))
  }
})

test('a release takes what is unreleased', () => {
  const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n'
  expect(releaseNotes(before, '1.2.3', '2027-01-31')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2027-01-31\n\n### Added\n\n- A thing.\n',
  )
  expect(() => releaseNotes('# Changelog\n', '1.2.3', '2027-01-31')).toThrow('no part "Unreleased"')
  const released = releaseNotes(before, '1.2.3', '2027-01-31')
  expect(() => releaseNotes(released, '1.2.3', '2027-02-01')).toThrow('already')
})

test('the notes of a release are what the changelog says of it', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2027-01-31\n\n- [New](docs/new.md#a), [here](https://a.example).\n\n## 1.2.2 - 2027-01-01\n\n- Old.\n'
  const origin = 'git+https://code.example/our/thing.git'
  // Where a release is shown, a path from the root of the repository leads nowhere.
  expect(getNotes(changelog, '1.2.3', origin)).toBe(
    '- [New](https://code.example/our/thing/blob/v1.2.3/docs/new.md#a), [here](https://a.example).\n',
  )
  expect(() => getNotes(changelog, '2.0.0', origin)).toThrow('no part "2.0.0"')
})

test('the changelog says nothing twice', () => {
  const entries = read('CHANGELOG.md').match(/^- .+/gm) ?? []
  const opening = (entry: string) => entry.toLowerCase().slice(0, 60)
  const openings = entries.map(opening)
  expect(entries.length).toBeGreaterThan(20)
  expect(openings.filter((each, index) => openings.indexOf(each) !== index)).toEqual([])
  // A part of a version is there once.
  for (const release of read('CHANGELOG.md').split(/^## /m)) {
    const parts = release.match(/^### .+/gm) ?? []
    expect(new Set(parts).size, release.slice(0, 20)).toBe(parts.length)
  }
})

type Step = { run?: string; uses?: string; name?: string; with?: Record<string, string> }
type Job = { needs?: string | string[]; permissions?: Record<string, string>; steps: Step[] }
type Workflow = { permissions: Record<string, string>; jobs: Record<string, Job> }

const release: Workflow = parse(read('.github/workflows/release.yml'))
const getCommands = (job: string) => release.jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? []

test('a release is checked and built without a token, and published by jobs that build nothing', () => {
  expect(release.permissions).toEqual({ contents: 'read' })
  const { build, ...publishing } = release.jobs
  expect(build?.permissions).toBeUndefined()
  const at = (command: string) => getCommands('build').findIndex((run) => run.includes(command))
  expect(at('.ci/run')).toBeGreaterThanOrEqual(0)
  // The gate leaves what it rehearsed with in the folder that is uploaded.
  expect(read('scripts/check')).toMatch(
    /node scripts\/release\/pack\.ts && node scripts\/release\/rehearse\.ts/,
  )
  expect(at('> release/notes.md')).toBeGreaterThan(at('.ci/run'))
  expect(build?.steps.filter(({ run }) => run?.includes('npm pack'))).toEqual([])
  expect(build?.steps.at(-1)).toMatchObject({ with: { path: 'release' } })
  for (const [name, job] of Object.entries(publishing)) {
    expect(job.needs, name).toBeDefined()
    const builds = getCommands(name).filter((run) =>
      /npm (?:ci|run|install(?! --global npm@))/.test(run),
    )
    expect(builds, name).toEqual([])
  }
  // Provenance needs it.
  expect(publishing['npm']?.permissions).toMatchObject({ 'id-token': 'write' })
})

test.each(readdirSync(join(ROOT, '.github/workflows')))(
  'every action of %s is pinned by its commit',
  (name) => {
    const { jobs }: Workflow = parse(read(`.github/workflows/${name}`))
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((use) => !/@[0-9a-f]{40}$/.test(use))).toEqual([])
  },
)

test('npm is told where the command comes from', async () => {
  const manifest = await serviceManifest({})
  expect(manifestProblems(manifest)).toEqual([])
  expect(manifestProblems({ ...manifest, repository: undefined })).toHaveLength(1)
  expect(manifestProblems({ ...manifest, private: true })).toHaveLength(1)
  expect(manifestProblems(manifest, { name: '@footnote/client' })).toHaveLength(1)
  // Asked for here, it would refuse the first version, which is published by hand.
  expect(manifest).not.toHaveProperty('publishConfig')
  expect(manifest.repository).toEqual({ ...repository, directory: 'cli' })
})

/** An npm that has been told of some packages already, and notes what it is told to publish. */
const npmThatKnows = (known: string) => `#!/bin/sh
case $1 in
  view) case $2 in ${known}) echo 0.1.0 ;; esac ;;
  publish) echo "published $2" ;;
esac
`

test('a release that broke off is taken up again by running it again', async () => {
  const publish = getCommands('npm').find((run) => run.includes('npm publish')) ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'footnote-release-'))
  try {
    for (const name of ['cli', 'client', 'widget']) {
      await mkdir(join(folder, 'package'), { recursive: true })
      const manifest = JSON.stringify({ name: `@footnote/${name}`, version })
      await writeFile(join(folder, 'package/package.json'), manifest)
      await execute('tar', ['-czf', `${name}.tgz`, 'package'], { cwd: folder })
    }
    await writeFile(join(folder, 'npm'), npmThatKnows(`@footnote/cli@${version}`), { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env['PATH']}` }
    const { stdout } = await execute('bash', ['-e', '-c', publish], { cwd: folder, env })
    expect(stdout.trim().split('\n')).toEqual([
      `@footnote/cli@${version} is published already.`,
      'published ./client.tgz',
      'published ./widget.tgz',
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('an archive has its licence and README, and nothing that is only ours', () => {
  const paths = ['LICENSE', 'README.md', 'index.js', 'index.d.ts', 'node_modules/a/src/a.test.ts']
  expect(archiveProblems(paths)).toEqual([])
  expect(archiveProblems(['README.md', 'index.ts', 'a.test.js', '.env'])).toEqual([
    'no LICENSE',
    'index.ts',
    'a.test.js',
    '.env',
  ])
})
