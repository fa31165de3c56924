import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { applicationFile } from '@footnote/server/application-files'
import { Failure } from '../failure.ts'

const MODEL = 'minilm-int8'

/** The folder of the embedding weights: the given one, or weights that are downloaded if they are missing. */
export function findModels(given: string | undefined): string {
  if (given !== undefined) return given
  const inPlace = applicationFile('.models')
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'footnote/models')
  const found = [inPlace, cache].find((folder) => existsSync(join(folder, MODEL, 'model.onnx')))
  if (found !== undefined) return join(found, MODEL)
  console.log(`Downloading embedding weights (24 MB) to ${cache} …`)
  try {
    // Not beside the code: whoever runs it may not be who installed it.
    run('scripts/models', ['--into', cache])
  } catch (cause) {
    const script = applicationFile('scripts/models')
    throw new Failure(
      `The embedding weights could not be downloaded. To see why: ${script} --into ${cache}`,
      1,
      { cause },
    )
  }
  return join(cache, MODEL)
}

export type Database = { readonly url: string; readonly stop: () => void }

/** The given database, or a temporary one. */
export function findDatabase(given: string | undefined): Database {
  if (given !== undefined) return { url: given, stop: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'footnote-demo-'))
  const services = (...command: string[]) =>
    run('scripts/services', command, { FOOTNOTE_SERVICES_DIR: folder })
  const stop = () => {
    services('down', '--delete')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const url = /^export DATABASE_URL=(.+)$/m.exec(services('up'))?.[1]
    if (url !== undefined) return { url, stop }
  } catch {
    // The error below says what is missing.
  }
  rmSync(folder, { recursive: true, force: true })
  throw new Failure(
    'There is no PostgreSQL to use. Set DATABASE_URL, or install PostgreSQL 15 or newer with pgvector, ' +
      'and Redis, on this machine. To see what is missing: ' +
      `${applicationFile('scripts/services')} up`,
  )
}

const run = (script: string, command: string[], env: Record<string, string> = {}): string =>
  execFileSync(applicationFile(script), command, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  })
