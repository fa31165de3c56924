import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ModelProvider } from '@footnote/contract/admin/answer-model'
import { SOURCE_TYPES } from '@footnote/contract/admin/source-settings'
import { REFUSALS } from '@footnote/contract/errors'
import { expect, test } from 'vitest'
import { LanguageModelSettings } from '../../server/src/models/language/language-model-settings.ts'

const ROOT = join(import.meta.dirname, '../..')
const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
const section = /^## Where to add something\n([^]*?)^## /m.exec(guide)?.[1] ?? ''

/** The paths named under the words in bold that begin a part, which ends at the next. */
function namedUnder(start: string): string[] {
  const part = new RegExp(`^\\*\\*${start}\\*\\*([^]*?)(?=^\\*\\*|$(?![^]))`, 'm').exec(
    section,
  )?.[1]
  return [...(part ?? '').matchAll(/`([\w/.-]+\/[\w.-]*)`/g)].map(([, path = '']) => path)
}

/** What is written by hand and runs: no tests, no examples, nothing that a script writes. */
const sources = execFileSync('git', ['ls-files', '--', '*/src/*.ts', '*/src/*.tsx'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && !/\.test\.tsx?$|^sdk\/src\/wire\/|\/operations\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Files that name every one of them: a register that the next one has to be added to. */
const findRegisters = (names: readonly string[]) =>
  sources
    .filter(({ text }) => names.every((name) => namesIt(text, name)))
    .map(({ path }) => path)
    .sort()

const namesIt = (text: string, name: string) =>
  text.includes(`'${name}'`) || new RegExp(`^\\s*${name}: `, 'm').test(text)

test('every file that the list names exists', () => {
  const paths = [...section.matchAll(/`([\w-]+\/[\w/.-]+)`/g)].map(([, path = '']) => path)
  const exists = (path: string) => existsSync(join(ROOT, path)) || path.includes('/feed/')
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

test.each([
  ['A connector', SOURCE_TYPES],
  ['A provider of answer models', ModelProvider.options],
  ['An error code', Object.keys(REFUSALS)],
])('%s is entered in no other register than those named', (start, names) => {
  const registers = findRegisters(names)
  expect(registers.length).toBeGreaterThan(0)
  expect(namedUnder(start)).toEqual(expect.arrayContaining(registers))
})

test('the server can make a model of each provider that the contract names', () => {
  const made = LanguageModelSettings.options.map(({ shape }) => shape.provider.value)
  expect([...made].sort()).toEqual([...ModelProvider.options].sort())
})
