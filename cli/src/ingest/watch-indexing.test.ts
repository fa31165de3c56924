import { expect, test } from 'vitest'
import { watchIndexing } from './watch-indexing.ts'

const summary = (pending: number) => ({ pending, indexed: 5, failed: 0, passages: 9 })

test('ends only when everything is uploaded and nothing is pending', async () => {
  // Nothing is pending between two uploads either: the first response must not end it.
  const answers = [
    { uploading: true, pending: 0 },
    { uploading: false, pending: 2 },
    { uploading: false, pending: 0 },
  ]
  const seen: number[] = []
  let asked = 0
  const last = await watchIndexing({
    accepted: () => 5,
    isUploading: () => answers[asked]?.uploading ?? false,
    summarise: async () => {
      const answer = summary(answers[asked]?.pending ?? 0)
      asked += 1
      return answer
    },
    onIndexed: (indexed) => seen.push(indexed),
    onStalled: () => undefined,
  })
  expect(asked).toBe(3)
  expect(seen).toEqual([5, 3, 5])
  expect(last).toEqual(summary(0))
})
