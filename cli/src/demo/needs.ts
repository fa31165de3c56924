import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applicationFile } from '@footnote/server/application-files'
import { Failure } from '../failure.ts'

/** The folder of the embedding weights: the given one, or weights that are downloaded if they are missing. */
export function findModels(given: string | undefined): string {
  if (given !== undefined) return given
  const folder = applicationFile('.models/minilm-int8')
  if (existsSync(join(folder, 'model.onnx'))) return folder
  console.log('Downloading embedding weights (24 MB) …')
  try {
    run('scripts/models', [])
  } catch (cause) {
    throw new Failure('The embedding weights could not be downloaded. Run scripts/models.', 1, {
      cause,
    })
  }
  return folder
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
    'PostgreSQL with pgvector is missing. Install it with scripts/install-system, or set DATABASE_URL.',
  )
}

const run = (script: string, command: string[], env: Record<string, string> = {}): string =>
  execFileSync(applicationFile(script), command, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  })
