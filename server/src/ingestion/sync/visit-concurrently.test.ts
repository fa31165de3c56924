import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { visitConcurrently } from './visit-concurrently.ts'

const AT_ONCE = 12

/** Items that lead to others, by number: each is visited once. */
function work(leadsTo: Readonly<Record<number, readonly number[]>>, overAfter = Infinity) {
  const waiting = [...(leadsTo[0] ?? [])]
  const visited: number[] = []
  let claims = 0
  const run = () =>
    visitConcurrently<number>(AT_ONCE, {
      signal: new AbortController().signal,
      isOver: () => visited.length >= overAfter,
      claim: async () => {
        claims += 1
        return waiting.shift()
      },
      visit: async (item) => {
        await sleep(10)
        visited.push(item)
        waiting.push(...(leadsTo[item] ?? []))
      },
      hasMore: async () => waiting.length > 0,
    })
  return { run, visited, claims: () => claims }
}

test('all visitors end when one finds that nothing is left', async () => {
  const { run, claims } = work({})
  expect(await run()).toBe(true)
  expect(claims()).toBe(AT_ONCE)
})

test('visitors without an item wait for what the others find', async () => {
  const { run, visited } = work({ 0: [1], 1: [2, 3], 3: [4] })
  expect(await run()).toBe(true)
  expect(visited).toEqual([1, 2, 3, 4])
})

test('when time is up, what is left stays', async () => {
  const { run, visited } = work({ 0: [1], 1: [2] }, 1)
  expect(await run()).toBe(false)
  expect(visited).toEqual([1])
})

test('what fails in one visit fails the run', async () => {
  const failing = visitConcurrently<number>(2, {
    signal: new AbortController().signal,
    isOver: () => false,
    claim: () => Promise.reject(new Error('no database')),
    visit: () => Promise.resolve(),
    hasMore: () => Promise.resolve(false),
  })
  await expect(failing).rejects.toThrow('no database')
})
