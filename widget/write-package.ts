import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { inProduction } from '../scripts/lib/in-production.ts'
import { packageOrigin } from '../scripts/lib/package-origin.ts'
import { browsers, buildWidget, isCore, shared } from './build-widget.ts'

const run = promisify(execFile)
const here = import.meta.dirname
const ROOT = join(here, '..')

/** What the built files contain besides our own code. Their licences ask to be named. */
const BUNDLED = [
  'preact',
  '@preact/signals',
  '@preact/signals-core',
  'marked',
  '@speed-highlight/core',
]

/** Writes the widget as it is published: `widget.js` for a script tag, `index.js` for bundlers. */
export async function writeWidgetPackage(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true })
  await buildWidget(directory)
  await rm(join(directory, 'manifest.json'))
  await inProduction(() => buildEntry(directory))
  await writeTypes(directory)
  await writeManifest(directory)
  await copyFile(join(here, 'README.md'), join(directory, 'README.md'))
  await copyFile(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'))
  await writeFile(join(directory, 'THIRD-PARTY-LICENSES.txt'), licences())
}

/** ES modules: the panel and the rest stay files of their own in whatever bundles them. */
async function buildEntry(outDir: string): Promise<void> {
  await build({
    ...shared,
    build: {
      ...browsers,
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: { index: join(here, 'src/package/index.ts') },
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'modules/[name]-[hash].js',
          codeSplitting: {
            groups: [
              // Before the panel's group, which would take along whatever its modules import.
              { name: 'loader', test: isEntry, priority: 1 },
              { name: 'core', test: isCore },
            ],
          },
        },
      },
    },
  })
}

/** What a page loads at once, before a reader comes near the button. */
const isEntry = (id: string): boolean =>
  /\/widget\/src\/(loader|package|shared)\/|vite\/preload-helper/.test(id)

async function writeTypes(directory: string): Promise<void> {
  const declared = await mkdtemp(join(tmpdir(), 'footnote-widget-types-'))
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const project = join(here, 'tsconfig.build.json')
    await run(process.execPath, [tsc, '--project', project, '--outDir', declared])
    for (const name of ['index.d.ts', 'types.d.ts']) {
      const text = await readFile(join(declared, 'widget/src/package', name), 'utf8')
      // tsc rewrites the paths in modules, but not in their declarations.
      await writeFile(join(directory, name), text.replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"))
    }
  } finally {
    await rm(declared, { recursive: true, force: true })
  }
}

async function writeManifest(directory: string): Promise<void> {
  const source = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))
  const { name, version, description, license } = source
  const manifest = {
    name,
    version,
    description,
    license,
    ...packageOrigin('widget'),
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    unpkg: './widget.js',
    jsdelivr: './widget.js',
  }
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function licences(): string {
  const texts = BUNDLED.map((name) => `${name}\n\n${getLicence(name)}\n`)
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

/** npm installs a package beside the widget when something else needs another version of it. */
function getLicence(name: string): string {
  for (const parent of [here, ROOT]) {
    const folder = join(parent, 'node_modules', name)
    const file = existsSync(folder) && readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    if (file) return readFileSync(join(folder, file), 'utf8').trim()
  }
  throw new Error(`The licence of ${name} was not found`)
}
