import { expect, test } from 'vitest'
import { auditChanges } from './audit-changes.ts'

const route = { auditedFields: ['plan', 'retention'] }

test('only listed fields are kept, and only those that change', () => {
  const body = { plan: 'team', retention: 'zero', api_key: 'secret' }
  expect(auditChanges(route, body, { plan: 'free', retention: 'zero' })).toEqual([
    { field: 'plan', from: 'free', to: 'team' },
  ])
})

test('without a look at what was before, there is no `from`', () => {
  expect(auditChanges(route, { plan: 'team' }, undefined)).toEqual([{ field: 'plan', to: 'team' }])
})

test('a route that lists no field keeps nothing', () => {
  expect(auditChanges({}, { asker: 'ada@example.com' }, undefined)).toEqual([])
})

test('a long value is cut off', () => {
  const [change] = auditChanges(route, { plan: 'x'.repeat(10_000) }, undefined)
  expect(String(change?.to).length).toBeLessThan(600)
})
