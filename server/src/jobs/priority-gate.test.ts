import { expect, test } from 'vitest'
import { createPriorityGate } from './priority-gate.ts'

test('whoever gives way waits for what goes first, until the last of it has ended', async () => {
  const { first, giveWay } = createPriorityGate()
  const [one, another] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const events: string[] = []
  const running = [one, another].map(({ promise }, n) =>
    first(() => promise).then(() => events.push(`${n} ended`)),
  )
  const given = giveWay().then(() => events.push('given'))
  one.resolve()
  await running[0]
  another.resolve()
  await Promise.all([...running, given])
  expect(events).toEqual(['0 ended', '1 ended', 'given'])
})

test('nobody waits for long, or where nothing goes first', async () => {
  const { first, giveWay } = createPriorityGate()
  await giveWay()
  const never = Promise.withResolvers<void>()
  void first(() => never.promise)
  await giveWay()
  await expect(first(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})

test('what failed is not waited for', async () => {
  const { first, giveWay } = createPriorityGate()
  const failing = Promise.withResolvers<void>()
  const ended = first(() => failing.promise).catch(() => 'failed')
  const given = giveWay()
  failing.reject(new Error('It cannot be indexed'))
  await given
  expect(await ended).toBe('failed')
})
