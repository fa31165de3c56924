import { expect, test, vi } from 'vitest'
import { createRecorder } from './record-batches.ts'

type Entry = { name: string; count: number }

function recorder(
  options: { maxEntries?: number; write?: (entries: readonly Entry[]) => Promise<void> } = {},
) {
  const written: (readonly Entry[])[] = []
  const errors: unknown[] = []
  const made = createRecorder<Entry>({
    getName: ({ name }) => name,
    merge: (earlier, later) => ({ ...later, count: earlier.count + later.count }),
    write: options.write ?? (async (entries) => void written.push(entries)),
    onError: (error) => errors.push(error),
    intervalMs: 20,
    maxEntries: options.maxEntries ?? 10,
  })
  return { ...made, written, errors }
}

test('what has the same name is written once, merged, without waiting for the close', async () => {
  const { record, written } = recorder()
  for (let index = 0; index < 100; index += 1) record({ name: 'a', count: 1 })
  record({ name: 'b', count: 1 })
  await vi.waitFor(() => expect(written).toHaveLength(1), 60_000)
  expect(written[0]).toEqual([
    { name: 'a', count: 100 },
    { name: 'b', count: 1 },
  ])
})

test('only so many names wait, and closing writes them', async () => {
  const { record, close, written } = recorder({ maxEntries: 2 })
  for (const name of ['a', 'b', 'c', 'a']) record({ name, count: 1 })
  await close()
  expect(written.flat()).toEqual([
    { name: 'a', count: 2 },
    { name: 'b', count: 1 },
  ])
})

test('a write that fails is reported, and the next one is made', async () => {
  let fails = true
  const kept: Entry[] = []
  const { record, close, errors } = recorder({
    async write(entries) {
      if (fails) throw new Error('away')
      kept.push(...entries)
    },
  })
  record({ name: 'lost', count: 1 })
  await close()
  fails = false
  record({ name: 'kept', count: 1 })
  await close()
  expect(errors).toHaveLength(1)
  expect(kept).toEqual([{ name: 'kept', count: 1 }])
})
