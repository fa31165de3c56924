import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const PYTHON_FOLDER = join(import.meta.dirname, '../../python')

/** Debian's, for which scripts/install-system installs build, mypy and black. */
export const PYTHON = process.env['FOOTNOTE_PYTHON'] ?? '/usr/bin/python3'

/** The wheel and the source of the Python client, built from a copy: setuptools writes beside its sources. */
export async function buildPython(target: string): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), 'footnote-python-'))
  try {
    const isSource = (path: string) =>
      !/__pycache__|\.mypy_cache|\.egg-info|\/(?:build|dist)$/.test(path)
    await cp(PYTHON_FOLDER, copy, { recursive: true, dereference: true, filter: isSource })
    await run(PYTHON, ['-m', 'build', '--no-isolation', '--outdir', target, copy])
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
