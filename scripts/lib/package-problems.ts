import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { z } from 'zod'
import { packageOrigin } from './package-origin.ts'

const run = promisify(execFile)
const ATTW = join(import.meta.dirname, '../../node_modules/@arethetypeswrong/cli/dist/index.js')

const Packed = z.tuple([z.object({ filename: z.string() })])
const Checked = z.object({
  analysis: z.object({ entrypoints: z.looseObject({}) }),
  problems: z
    .record(z.string(), z.array(z.looseObject({ resolutionKind: z.string().optional() })))
    .default({}),
})

export type PackageTypes = {
  readonly entries: string[]
  /** Problems of ES modules. None of our packages has CommonJS to find. */
  readonly problems: object[]
}

/** What a manifest lacks that npm asks for, or shows, when a release is published. */
export function manifestProblems(
  manifest: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>> = {},
): string[] {
  const directory = z.object({ directory: z.string() }).safeParse(manifest['repository'])
  const wanted = { ...packageOrigin(directory.data?.directory ?? ''), ...expected }
  const wrong = Object.entries(wanted)
    .filter(([field, value]) => !isDeepStrictEqual(manifest[field], value))
    .map(([field]) => `${field} is not the one of the repository’s package.json`)
  return manifest['private'] === true ? [...wrong, 'npm publishes nothing private'] : wrong
}

/** What a package lacks that people look for in it, and what is none of their business. */
export function archiveProblems(paths: readonly string[]): string[] {
  const own = paths.filter((path) => !path.startsWith('node_modules/'))
  return [
    ...['LICENSE', 'README.md'].filter((name) => !own.includes(name)).map((name) => `no ${name}`),
    ...own.filter((path) => /\.test\.|(^|\/)\.|\.ts$(?<!\.d\.ts)/.test(path)),
  ]
}

/** What `@arethetypeswrong/cli` says about a package folder, packed as npm would publish it. */
export async function checkPackageTypes(folder: string): Promise<PackageTypes> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-packed-'))
  try {
    const packed = await run('npm', ['pack', folder, '--json'], { cwd: directory })
    const [{ filename }] = Packed.parse(JSON.parse(packed.stdout))
    const args = [ATTW, join(directory, filename), '--profile', 'esm-only', '--format', 'json']
    const checked = await run(process.execPath, args)
    const { analysis, problems } = Checked.parse(JSON.parse(checked.stdout))
    return {
      entries: Object.keys(analysis.entrypoints).sort(),
      problems: Object.values(problems)
        .flat()
        .filter(({ resolutionKind }) => resolutionKind !== 'node16-cjs'),
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
