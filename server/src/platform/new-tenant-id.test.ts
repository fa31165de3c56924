import { expect, test } from 'vitest'
import { toDigits, newId, newTenantId } from './new-id.ts'

test('every cell has three digits of its own', () => {
  expect(['00', '0A', '0a', '10', 'zz'].map(toDigits)).toEqual(['000', '00a', '024', '03e', 'f03'])
})

test('the id of a tenant names its cell, and is otherwise as any other', () => {
  const id = newTenantId('0a')
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7024-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(newTenantId('0a')).not.toBe(id)
  expect(id.slice(0, 8)).toBe(newId().slice(0, 8))
})
