import { expect, test } from 'vitest'
import { auditChanges } from './audit-changes.ts'

const route = { method: 'patch', auditedFields: ['plan', 'retention'] } as const

test('only listed fields are kept, and only those that change', () => {
  const body = { plan: 'team', retention: 'zero', api_key: 'secret' }
  expect(auditChanges(route, body, { plan: 'free', retention: 'zero' })).toEqual([
    { field: 'plan', from: 'free', to: 'team' },
  ])
})

test('an object whose fields are in another order is the same', () => {
  const body = { plan: { b: ['2'], a: ['1'] } }
  expect(auditChanges(route, body, { plan: { a: ['1'], b: ['2'] } })).toEqual([])
  expect(auditChanges(route, body, { plan: { a: ['1'], b: ['3'] } })).toHaveLength(1)
})

test('without a look at what was before, there is no `from`', () => {
  expect(auditChanges(route, { plan: 'team' }, undefined)).toEqual([{ field: 'plan', to: 'team' }])
})

test('a route that lists no field keeps nothing', () => {
  expect(auditChanges({ method: 'patch' }, { asker: 'ada@example.com' }, undefined)).toEqual([])
})

test('a deletion keeps what was there', () => {
  const deletion = { ...route, method: 'delete' } as const
  expect(auditChanges(deletion, undefined, { plan: 'free', api_key: 'secret' })).toEqual([
    { field: 'plan', from: 'free' },
    { field: 'retention', from: null },
  ])
  expect(auditChanges(deletion, undefined, undefined)).toEqual([])
})

test('a long value is cut off', () => {
  const [change] = auditChanges(route, { plan: 'x'.repeat(10_000) }, undefined)
  expect(String(change?.to).length).toBeLessThan(600)
})

test('a body is never enumerated: only the listed fields are read', () => {
  const read: (string | symbol)[] = []
  const body = new Proxy(Buffer.from('an upload'), {
    ownKeys() {
      throw new Error('enumerated')
    },
    getOwnPropertyDescriptor(target, name) {
      read.push(name)
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
  })
  expect(auditChanges(route, body, undefined)).toEqual([])
  expect(read).toEqual(['plan', 'retention'])
})
