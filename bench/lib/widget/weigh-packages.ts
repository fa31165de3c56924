import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { gzippedBytes } from '../../../widget/part-sizes.ts'
import { printTable } from '../table.ts'

/**
 * What published widgets weigh on a page: `node bench/lib/widget/weigh-packages.ts NAME@VERSION#EXPORT …`.
 * npm installs each, and Vite builds an app for production that imports this one export. Packages that
 * the app has to bring itself (peers, such as React) are not counted. `NAME@VERSION:FILE` weighs a file
 * that pages include as it is.
 */
const run = promisify(execFile)

async function weigh(argument: string): Promise<(string | number)[]> {
  const [specifier = '', part = ''] = argument.split(/[#:]/)
  const folder = await mkdtemp(join(tmpdir(), 'footnote-weigh-'))
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
    await run('npm', ['install', specifier, ...quiet], { cwd: folder })
    const name = specifier.replace(/(?!^)@[^@]*$/, '')
    const installed = join(folder, 'node_modules', name)
    if (argument.includes(':')) {
      const bytes = await gzippedBytes(join(installed, part))
      return [argument, bytes, bytes, '']
    }
    await writeFile(join(folder, 'index.html'), '<script type="module" src="./main.js"></script>')
    await writeFile(
      join(folder, 'main.js'),
      `import { ${part} as widget } from '${name}'\nglobalThis.widget = widget\n`,
    )
    const peers = await peersOf(installed)
    await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      build: {
        manifest: 'manifest.json',
        rolldownOptions: {
          external: (id) => peers.some((peer) => id === peer || id.startsWith(`${peer}/`)),
        },
      },
    })
    const { first, all } = await sizes(join(folder, 'dist'))
    return [argument, first, all, peers.join(' ')]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function peersOf(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return Object.keys(manifest.peerDependencies ?? {})
}

type Chunk = { file: string; imports?: string[]; isEntry?: boolean }

/** Gzipped bytes of what the page loads at once, and of all scripts together. */
async function sizes(dist: string): Promise<{ first: number; all: number }> {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(join(dist, 'manifest.json'), 'utf8'),
  )
  const first = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || first.has(chunk.file)) return
    first.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) add(key)
  const scripts = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.js'))
  const total = async (files: Iterable<string>) => {
    const bytes = await Promise.all(Array.from(files, (file) => gzippedBytes(join(dist, file))))
    return bytes.reduce((sum, size) => sum + size, 0)
  }
  return { first: await total(first), all: await total(scripts) }
}

const rows: (string | number)[][] = []
for (const specifier of process.argv.slice(2)) rows.push(await weigh(specifier))
printTable('JavaScript, gzipped bytes', ['package', 'at once', 'all files', 'without'], rows)
