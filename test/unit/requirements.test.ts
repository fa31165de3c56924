import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFaults, readLedgerAt, readProven } from '../../scripts/check-requirements.ts'
import { openRequirements } from '../open-requirements.ts'
import { requirements } from '../requirements.ts'
import type { Requirement } from '../requirements.ts'

const entries: [string, Requirement][] = Object.entries(requirements)

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'requirements-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

describe('the ledger', () => {
  test('every id is dotted kebab-case', () => {
    const wrong = entries.filter(
      ([id]) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/.test(id),
    )
    expect(wrong).toEqual([])
  })

  test('every entry states a guarantee', () => {
    expect(entries.filter(([, { text }]) => !/^\S.{10,}[^\s.]$/.test(text))).toEqual([])
  })

  test('every entry names a section of the contract, and every section has entries', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/reference/contract.md'), 'utf8')
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(new Set(entries.map(([, { source }]) => source))).toEqual(new Set(sections))
  })

  test('no guarantee is stated twice', () => {
    const texts = entries.map(([, { text }]) => text.toLowerCase())
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })

  test('no id is in two parts, and no part is left out', async () => {
    const directory = join(import.meta.dirname, '../requirements')
    const parts = await Promise.all(
      readdirSync(directory).map(async (name) => {
        const part = (await import(join(directory, name))) as Record<string, object>
        return Object.values(part).flatMap((entriesOfPart) => Object.keys(entriesOfPart))
      }),
    )
    expect(parts.flat().sort()).toEqual(Object.keys(requirements).sort())
  })

  test('the open list names a requirement once', () => {
    expect(new Set(openRequirements).size).toBe(openRequirements.length)
  })
})

describe('findFaults', () => {
  const ledger = { ids: ['a.one', 'a.two'], open: ['a.two'] }

  test('a requirement is proven or open', () => {
    expect(findFaults(ledger, ['a.one'])).toEqual([])
  })

  test('a requirement neither proven nor open is a fault', () => {
    expect(findFaults(ledger, [])).toEqual([
      'a.one: no passing test proves it and it is not on the open list',
    ])
  })

  test('a requirement both proven and open is a fault', () => {
    expect(findFaults(ledger, ['a.one', 'a.two', 'a.two'])).toEqual([
      'a.two: a passing test proves it, so take it off the open list',
    ])
  })

  test('a proven id that is unknown is a fault', () => {
    expect(findFaults(ledger, ['a.one', 'a.three'])).toEqual(['a.three: not a requirement'])
  })

  test('an open id that is unknown is a fault', () => {
    expect(findFaults({ ...ledger, open: ['a.two', 'a.three'] }, ['a.one'])).toEqual([
      'a.three: not a requirement',
    ])
  })

  test('an old requirement may not come back onto the open list', () => {
    expect(findFaults(ledger, ['a.one'], { ids: ['a.one', 'a.two'], open: [] })).toEqual([
      'a.two: put on the open list, which only shrinks',
    ])
  })

  test('an old requirement may stay on the open list', () => {
    expect(findFaults(ledger, ['a.one'], ledger)).toEqual([])
  })

  test('a requirement that leaves the open list is no fault', () => {
    expect(findFaults({ ...ledger, open: [] }, ['a.one', 'a.two'], ledger)).toEqual([])
  })

  test('a new requirement may be open', () => {
    expect(findFaults(ledger, ['a.one'], { ids: ['a.one'], open: [] })).toEqual([])
  })
})

describe('readProven', () => {
  test('the records of several runs add up', () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'unit.json'), '["a.one"]')
    writeFileSync(join(directory, 'store.json'), '["a.two"]')
    expect(readProven(directory)?.sort()).toEqual(['a.one', 'a.two'])
  })

  test('no record is told apart from a record of nothing', () => {
    const directory = temporaryDirectory()
    expect(readProven(join(directory, 'absent'))).toBeUndefined()
    expect(readProven(directory)).toBeUndefined()
    writeFileSync(join(directory, 'unit.json'), '[]')
    expect(readProven(directory)).toEqual([])
  })

  test('a record that is not a list of ids is refused', () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'unit.json'), '[1]')
    expect(() => readProven(directory)).toThrow('unit.json is not a list of ids')
  })
})

describe('readLedgerAt', () => {
  const git = (directory: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: directory,
      encoding: 'utf8',
    })

  test('the ledger is read as it was, and a revision without one has none', async () => {
    const directory = temporaryDirectory()
    git(directory, 'init', '--quiet')
    git(directory, 'commit', '--quiet', '--allow-empty', '--message', 'before the ledger')
    const open = join(directory, 'test/open-requirements.ts')
    mkdirSync(join(directory, 'test'))
    writeFileSync(
      join(directory, 'test/requirements.ts'),
      "export const requirements = { 'a.one': {} }",
    )
    writeFileSync(open, "export const openRequirements: readonly string[] = ['a.one']")
    git(directory, 'add', '.')
    git(directory, 'commit', '--quiet', '--message', 'the ledger')
    writeFileSync(open, 'export const openRequirements: readonly string[] = []')
    expect(await readLedgerAt(directory, 'HEAD')).toEqual({ ids: ['a.one'], open: ['a.one'] })
    expect(await readLedgerAt(directory, 'HEAD~1')).toBeUndefined()
  })
})
