import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CLI } from '../service.ts'
import type { Nginx } from './nginx.ts'
import { startNginxWith } from './nginx.ts'

/** nginx in front of several cells, with the configuration that an operator has rendered for it. */
export async function startEdge(
  servers: Record<string, string>,
  homes: Record<string, string> = {},
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-cells-'))
  const footnote = (...args: string[]) =>
    promisify(execFile)(process.execPath, [CLI, 'cells', ...args], { cwd: folder })
  try {
    for (const [cell, server] of Object.entries(servers)) {
      await footnote('add', cell, '--server', server.replace('http://', ''))
    }
    for (const [id, cell] of Object.entries(homes)) await footnote('home', id, cell)
    const { stdout } = await footnote('render', '--name', '_', '--listen', 'LISTEN')
    return await startNginxWith((port) => stdout.replace('LISTEN', `127.0.0.1:${port}`))
  } finally {
    await rm(folder, { recursive: true })
  }
}
