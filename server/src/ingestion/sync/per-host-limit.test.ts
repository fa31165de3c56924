import { expect, test } from 'vitest'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import { createPerHostLimit } from './per-host-limit.ts'

type Run = (work: () => Promise<string>) => Promise<string>

/** Tasks that run until they are told to end, and the names of those that have begun, in order. */
function createTasks(run: Run) {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  return {
    begun,
    start(name: string): Promise<string> {
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return run(() => {
        begun.push(name)
        return end.promise
      })
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

const perHost = createPerHostLimit(2)
const runs: [string, Run][] = [
  ['any limit', limitConcurrency(2)],
  ['the limit of a host', (work) => perHost.run('https://a.example/x', work)],
]

test.each(runs)('%s admits two, and the rest in order as one ends or fails', async (_, run) => {
  const tasks = createTasks(run)
  const results = ['a', 'b', 'c', 'd', 'e'].map((name) => tasks.start(name))
  expect(tasks.begun).toEqual(['a', 'b'])
  tasks.fail('a')
  await expect(results[0]).rejects.toThrow('a')
  expect(tasks.begun).toEqual(['a', 'b', 'c'])
  tasks.end('c')
  await results[2]
  expect(tasks.begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['b', 'd', 'e']) tasks.end(name)
  expect(await Promise.all(results.slice(1))).toEqual(['b', 'c', 'd', 'e'])
})

test('one host does not wait for another, and what is no URL for nobody', async () => {
  const limit = createPerHostLimit(1)
  const keys = ['https://a.example/x', 'https://a.example/y', 'https://b.example/', 'docs/a.md']
  const begun: string[] = []
  const end = Promise.withResolvers<void>()
  const work = keys.map((key) =>
    limit.run(key, () => {
      begun.push(key)
      return end.promise
    }),
  )
  expect(begun).toEqual(['https://a.example/x', 'https://b.example/', 'docs/a.md'])
  end.resolve()
  await Promise.all(work)
  expect(begun).toHaveLength(4)
})
