import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
const run = promisify(execFile)
const scripts: Record<string, string> = {}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-completion-'))
  for (const shell of SHELLS) {
    const { stdout } = await runCli(['completion', shell])
    scripts[shell] = join(folder, shell)
    await writeFile(scripts[shell], stdout)
  }
  return () => rm(folder, { recursive: true })
})

/** What the shell offers for the last word of a line. */
const complete: Record<(typeof SHELLS)[number], (line: string) => Promise<string[]>> = {
  bash: async (line) => {
    const words = line.split(' ')
    const { stdout } = await run('bash', [
      '-c',
      `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _footnote; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      scripts['bash'] ?? '',
      ...words,
    ])
    return stdout.split('\n').filter(Boolean)
  },
  // What zsh is given to choose from: its line editor needs a terminal.
  zsh: async (line) => {
    const words = line.split(' ')
    const last = words.at(-1) ?? ''
    const { stdout } = await run('zsh', [
      '-f',
      '-c',
      `compdef() { }; _files() { }; _describe() { print -l -- "\${(@P)2}"; }
       source "$1"; shift; words=("$@"); CURRENT=$#; PREFIX=$words[-1]; _footnote`,
      'zsh',
      scripts['zsh'] ?? '',
      ...words,
    ])
    const offered = stdout.split('\n').map((each) => each.split(':')[0] ?? '')
    return offered.filter((each) => each !== '' && each.startsWith(last))
  },
  fish: async (line) => {
    const command = 'source $argv[1]; complete --do-complete $argv[2]'
    const { stdout } = await run('fish', [
      '--no-config',
      '-c',
      command,
      scripts['fish'] ?? '',
      line,
    ])
    return stdout.split('\n').flatMap((each) => each.split('\t')[0] || [])
  },
}

test.each(SHELLS)('%s completes commands, their options and values', async (shell) => {
  const offer = complete[shell]
  expect(await offer('footnote so')).toEqual(['sources'])
  expect(await offer('footnote sources rem')).toEqual(['remove'])
  expect(await offer('footnote sources add zen')).toEqual(['zendesk'])
  expect(await offer('footnote gaps list --min')).toEqual(['--min-questions'])
  expect(await offer('footnote completion z')).toEqual(['zsh'])
  // What is not a command is passed over, wherever it stands.
  expect(await offer('footnote ask sources --thr')).toEqual(['--thread'])
  expect(await offer('footnote gaps list --state open --js')).toEqual(['--json'])
})
