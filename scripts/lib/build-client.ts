import { execFile } from 'node:child_process'
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { packageOrigin } from './package-origin.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  exports: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean() })),
})

/**
 * Writes the client as it is published: ES modules with types. The package of the workspace runs from
 * its TypeScript, so that nothing here needs a build.
 */
export async function buildClient(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const project = join(ROOT, 'sdk/tsconfig.build.json')
  await run(process.execPath, [tsc, '--project', project, '--outDir', directory])
  await pointAtModules(directory)
  const source = Manifest.parse(JSON.parse(await readFile(join(ROOT, 'sdk/package.json'), 'utf8')))
  await writeFile(
    join(directory, 'package.json'),
    `${JSON.stringify(getManifest(source), null, 2)}\n`,
  )
  await copyFile(join(ROOT, 'sdk/README.md'), join(directory, 'README.md'))
  await copyFile(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'))
}

/** tsc rewrites the paths in modules, but not in their declarations. */
async function pointAtModules(directory: string): Promise<void> {
  for (const name of await readdir(directory, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue
    const text = await readFile(join(directory, name), 'utf8')
    await writeFile(
      join(directory, name),
      text.replaceAll(/(from '\.{1,2}\/[\w./-]+)\.ts'/g, "$1.js'"),
    )
  }
}

const getManifest = ({ exports: entries, ...source }: z.infer<typeof Manifest>) => ({
  ...source,
  ...packageOrigin('sdk'),
  type: 'module',
  sideEffects: false,
  engines: { node: '>=22' },
  exports: Object.fromEntries(
    Object.entries(entries).map(([entry, file]) => {
      const built = file.replace(/^\.\/src\/(.+)\.ts$/, './$1')
      return [entry, { types: `${built}.d.ts`, default: `${built}.js` }]
    }),
  ),
})
