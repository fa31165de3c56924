import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createChance, wordFor } from '../support/chaos/chance.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `randomUUID` may be used: for what only has to be another one. */
const DRAWS = /\b(?:random(?:Int|Bytes|Fill|FillSync)|getRandomValues|Math\.random)\b/

afterEach(() => vi.unstubAllEnvs())

test.each(['Math.random()', 'randomInt(3)', 'crypto.getRandomValues(bytes)'])(
  '%s is found',
  (source) => {
    expect(source).toMatch(DRAWS)
  },
)

test('tests leave to chance only what they draw from a seed', () => {
  const files = globSync(
    ['{contract,server,sdk,cli,widget,console,scripts}/**/*.test.{ts,tsx}', '{test,bench}/**/*.ts'],
    { cwd: ROOT, exclude: ['**/node_modules/**', 'test/unit/no-chance.test.ts'] },
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((name) => DRAWS.test(readFileSync(join(ROOT, name), 'utf8')))).toEqual([])
})

const listDraws = (file: string, ...names: string[]): number[] => {
  const chance = createChance(file)
  return names.map((name) => chance.below(1_000_000, name))
}

test('every run draws the same, in whichever order', () => {
  vi.stubEnv('CHAOS', '')
  const [one, other] = listDraws('kills', 'one', 'other')
  expect(listDraws('kills', 'other', 'one')).toEqual([other, one])
  expect(listDraws('restarts', 'one', 'other')).not.toEqual([one, other])
  const places = Array.from({ length: 20 }, (_, index) => index)
  const shuffled = createChance('kills').shuffled(places, 'places')
  expect(shuffled).not.toEqual(places)
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(places)
  expect(createChance('kills').shuffled(places, 'places')).toEqual(shuffled)
})

test('the long form draws anew, and draws the same again with its seed', () => {
  vi.stubEnv('CHAOS', 'full')
  expect(listDraws('kills', 'one', 'other')).not.toEqual(listDraws('kills', 'one', 'other'))
  vi.stubEnv('CHAOS_SEED', 'of that run')
  expect(listDraws('kills', 'one', 'other')).toEqual(listDraws('kills', 'one', 'other'))
})

test('words differ', () => {
  const words = Array.from({ length: 1_000 }, (_, index) => wordFor('canary', index))
  expect(new Set(words).size).toBe(1_000)
  expect(words.filter((word) => !/^canary[0-9a-f]{16}$/.test(word))).toEqual([])
})
