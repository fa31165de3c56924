/** Prints what the changelog says of this version, for the release on GitHub. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getNotes } from './lib/versions.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFile(join(ROOT, path), 'utf8')

const { version, repository }: { version: string; repository: { url: string } } = JSON.parse(
  await read('package.json'),
)
process.stdout.write(getNotes(await read('CHANGELOG.md'), version, repository.url))
