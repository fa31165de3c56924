import { expect, test } from 'vitest'
import {
  developmentProblem,
  isNewerButUsable,
  migrationProblem,
  schemaProblem,
} from './schema-version.ts'

const KNOWN = ['0001', '0002']

test('a newer schema can be used unless it took something away', () => {
  const newer = { applied: [...KNOWN, '0003'], floor: '0002' }
  expect(isNewerButUsable(newer, KNOWN)).toBe(true)
  expect(migrationProblem(newer, KNOWN)).toBeNull()
  expect(schemaProblem(newer, KNOWN)).toBeNull()
  const changed = { ...newer, floor: '0003' }
  expect(isNewerButUsable(changed, KNOWN)).toBe(false)
  expect(schemaProblem(changed, KNOWN)).toContain('it needs 0003')
  expect(migrationProblem(changed, KNOWN)).toContain('it has 0003')
})

test('its own schema is not newer, and one that lacks a migration is not usable', () => {
  expect(isNewerButUsable({ applied: KNOWN, floor: '' }, KNOWN)).toBe(false)
  expect(schemaProblem({ applied: KNOWN, floor: '' }, KNOWN)).toBeNull()
  const other = { applied: ['0001', '0003'], floor: '' }
  expect(isNewerButUsable(other, KNOWN)).toBe(false)
  expect(schemaProblem(other, KNOWN)).toContain('lacks migration 0002')
  expect(migrationProblem(other, KNOWN)).toContain('it has 0003')
  expect(migrationProblem({ applied: ['0001'], floor: '' }, KNOWN)).toBeNull()
})

test('a database from before the first of these migrations is told apart from an empty one', () => {
  const before = { applied: ['0001_before', '0082_before'], floor: '0082_before' }
  expect(developmentProblem(before, KNOWN)).toContain('a development version before 0.1')
  expect(schemaProblem(before, KNOWN)).toContain('Create a new database')
  expect(migrationProblem(before, KNOWN)).toContain('Create a new database')
  expect(developmentProblem({ applied: [], floor: '' }, KNOWN)).toBeNull()
  expect(developmentProblem({ applied: KNOWN, floor: '' }, KNOWN)).toBeNull()
})
