import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BLOCKS_NOT_RUN, QUICK_START } from '../support/documentation/blocks-not-run.ts'
import { readBlocks } from '../support/documentation/command-blocks.ts'
import { freePort } from '../support/network/free-port.ts'
import type { FreshClone } from './support/fresh-clone.ts'
import { makeFreshClone } from './support/fresh-clone.ts'

/** Blocks of the README that are not pasted here, and why. */
const ELSEWHERE = [
  ...BLOCKS_NOT_RUN.filter(({ file, because }) => file === 'README.md' && because !== QUICK_START),
  {
    begins: 'footnote sources add website https://docs.example.com/',
    because: 'there is no such site; test/acceptance/documented-commands.test.ts has one',
  },
]

let clone: FreshClone
/** In the order in which somebody reads them. */
let pasted: string[]

beforeAll(async () => {
  clone = await makeFreshClone()
  const readme = await readFile(join(clone.folder, 'README.md'), 'utf8')
  pasted = readBlocks({ file: 'README.md', text: readme })
    .filter(({ language }) => language === 'sh')
    .map((block) => block.text)
    .filter((block) => !ELSEWHERE.some(({ begins }) => block.startsWith(begins)))
})
afterAll(async () => {
  await typeElsewhere(`${clone.folder}/scripts/services down --delete`)
  await clone.remove()
})

/** What follows where a progress bar was cleared. */
const withoutBar = (line: string): string => line.split('\u001b[2K').at(-1)?.trimEnd() ?? ''

/** In a terminal of its own, as a newcomer has one. */
function typeInTerminal(file: string, env: Record<string, string> = {}) {
  const shell = spawn(
    'script',
    ['--quiet', '--return', '--flush', '--command', `bash --norc ${file}`, '/dev/null'],
    {
      cwd: clone.folder,
      env: { ...clone.env, ...env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines: string[] = []
  const ended = once(shell, 'exit').then(([code]) => code as number | null)
  const read = createInterface({ input: shell.stdout }).on('line', (line) =>
    lines.push(withoutBar(line)),
  )
  return { shell, read, lines, ended }
}

/** As somebody does who opens another terminal: in their home, and with no setting of the first one. */
async function typeElsewhere(command: string): Promise<string> {
  const child = spawn('bash', ['--norc', '-c', command], {
    cwd: '/',
    env: clone.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return printed
}

test('the demo prints a command that answers, from wherever it is pasted', async () => {
  const [demo] = pasted
  expect(demo).toMatch(/^export .*\nnpm ci .*\nnpx footnote demo\n?$/)
  await writeFile(
    join(clone.folder, 'demo.sh'),
    `set -e\n${demo?.trimEnd()} --port ${await freePort()}\n`,
  )
  const terminal = typeInTerminal('demo.sh')
  const printed = new Promise<string>((resolve, reject) => {
    terminal.read.on('line', (line) => {
      if (terminal.lines.at(-2) === 'From another terminal:') resolve(line.trim())
    })
    void terminal.ended.then(() => reject(new Error(terminal.lines.join('\n'))))
  })
  try {
    const answer = await typeElsewhere(await printed)
    // That of the page that it is about, although most pages are still to come.
    expect(answer).toContain('llms.txt')
    expect(answer).toMatch(/^\[1\] .+\n {4}http:\S+\/guides\/ai-readable#/m)
  } finally {
    const CTRL_C = '\x03'
    terminal.shell.stdin.write(CTRL_C)
    await terminal.ended
    // Its database is gone with it.
    expect(await readdir(clone.temporary)).toEqual([])
  }
})

test('the quick start, as pasted, ends with commands that answer, and a link that opens', async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const [, start = '', link = '', ...curls] = pasted.map((block) =>
    block.replaceAll('http://127.0.0.1:8080', origin).trimEnd(),
  )
  expect(start).toContain('footnote ingest docs')
  expect(curls).toHaveLength(2)
  // What the last line prints is pasted next, and so is each block that follows.
  const script = `set -euo pipefail
${start} > printed.txt
cat printed.txt
eval "$(grep -A1 'For the commands below' printed.txt | tail -1)"
eval "$(grep -A1 '^Ask:' printed.txt | tail -1)"
${link} > link.txt
${curls.join('\n')}
footnote documents list --knowledge-base $KNOWLEDGE_BASE
curl -sS --json "{\\"token\\": \\"$(cut -d'#' -f2 link.txt)\\", \\"email\\": \\"ada@example.com\\", \\"name\\": \\"Ada\\", \\"password\\": \\"correct horse battery\\"}" ${origin}/api/v1/admin/setup
kill %1
wait %1 || true
scripts/services down --delete
echo the end
`
  await writeFile(join(clone.folder, 'quick-start.sh'), script)
  const terminal = typeInTerminal('quick-start.sh', { PORT: String(port), FOOTNOTE_URL: origin })
  const exitCode = await terminal.ended
  const said = terminal.lines.join('\n')
  expect({ exitCode, said }).toEqual({ exitCode: 0, said: expect.stringContaining('the end') })
  expect(said).toMatch(/^\[1\] .+$/m)
  expect(said).toContain(`Console: ${origin}/console`)
  expect(said).toContain(`${origin}/console/setup#`)
  expect(said).toContain('ORIGIN_NOT_ALLOWED')
  expect(said).toContain('"done":true,"covered":true')
  // Decisions were left out.
  expect(said).not.toContain('/decisions/')
  expect(said).toContain('"email":"ada@example.com"')
})
