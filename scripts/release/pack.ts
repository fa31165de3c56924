/**
 * Packs what is published into `release/`, once nothing is wrong with it: what is rehearsed and what a
 * release uploads are these files. `npm run build:packages` has built the folders. The Python package
 * goes into `release/python`, where it is built by what scripts/install-system installs.
 */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { z } from 'zod'
import { buildPython } from '../lib/build-python.ts'
import { archiveProblems, checkPackageTypes, manifestProblems } from '../lib/package-problems.ts'
import { PACKAGES, RELEASE, ROOT } from './packages.ts'

const run = promisify(execFile)

const Packed = z.tuple([
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
])

const { version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
await rm(RELEASE, { recursive: true, force: true })
await mkdir(RELEASE)
for (const { name, folder, isImported } of PACKAGES) {
  const path = join(ROOT, folder)
  const { messages } = await publint({ pkgDir: path, pack: false })
  const types = isImported ? (await checkPackageTypes(path)).problems : []
  const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))
  const packed = await run('npm', ['pack', path, '--json', '--pack-destination', RELEASE], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const [{ filename, files }] = Packed.parse(JSON.parse(packed.stdout))
  const problems = [
    ...messages,
    ...types,
    ...manifestProblems(manifest, { name, version, license }),
    ...archiveProblems(files.map((file) => file.path)),
  ]
  if (problems.length > 0) throw new Error(`${folder}: ${JSON.stringify(problems, null, 2)}`)
  console.log(`${folder} is release/${filename}: ${files.length} files, nothing wrong with it`)
}

const python = join(RELEASE, 'python')
await buildPython(python)
console.log(
  `python is ${(await readdir(python)).map((name) => `release/python/${name}`).join(' and ')}`,
)
