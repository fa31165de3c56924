import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { commandBlocks } from '../support/documentation/command-blocks.ts'
import { freePort } from '../support/network/free-port.ts'
import { CLI, MODEL_DIR } from '../support/service.ts'
import { createDatabase } from '../support/store/services.ts'

const ROOT = join(import.meta.dirname, '../..')
const block = commandBlocks.find(
  ({ file, text }) => file === 'README.md' && text.startsWith('scripts/install-system'),
)

/**
 * A checkout after its first lines, which .ci/run types before any test runs: they find everything
 * installed. Of the documentation there is as much as is indexed soon.
 */
async function makeCheckout(databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-checkout-'))
  const program = async (path: string, script: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  await program('scripts/install-system', '')
  await program('scripts/models', '')
  await program('scripts/services', `[ "$1" = up ] || echo "export DATABASE_URL=${databaseUrl}"`)
  await program('bin/npm', '[ "$1" = ci ]')
  await program('node_modules/.bin/footnote', `exec ${process.execPath} ${CLI} "$@"`)
  await mkdir(join(folder, '.models'))
  await symlink(MODEL_DIR, join(folder, '.models/minilm-int8'))
  for (const path of ['docs/guides/keys-and-groups.md', 'docs/decisions/0001-engine.md']) {
    await cp(join(ROOT, path), join(folder, path))
  }
  return folder
}

test('the quick start, as pasted, ends with commands that answer', async () => {
  await using database = await createDatabase()
  const folder = await makeCheckout(database.ownerUrl)
  const port = await freePort()
  // Then what the README says next, and what the last command printed.
  const script = `${block?.text} > printed.txt
eval "$(grep -A1 'For the commands below' printed.txt | tail -1)"
eval "$(grep -A1 '^Ask:' printed.txt | tail -1)"
footnote search "How do I revoke a key?" --knowledge-base $KNOWLEDGE_BASE --key $KEY
footnote documents list --knowledge-base $KNOWLEDGE_BASE
echo the end`
  const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      FOOTNOTE_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of processes of its own: the service outlives the shell.
    detached: true,
  })
  const printed: string[] = []
  const ended = once(shell, 'exit')
  createInterface({ input: shell.stdout }).on('line', (line) => printed.push(line))
  try {
    expect(await ended, printed.join('\n')).toEqual([0, null])
    const text = printed.join('\n')
    expect(text).toMatch(/^\[1\] Keys and source groups/m)
    expect(text).toContain('Rotate and revoke')
    // Decisions were left out.
    expect(text).not.toContain('is the engine')
    expect(text).toContain('the end')
  } finally {
    process.kill(-Number(shell.pid), 'SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
})
