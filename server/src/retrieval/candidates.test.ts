import { MAX_LOOKED_UP_PASSAGES } from '@footnote/contract/limits'
import { expect, test } from 'vitest'
import { RETRIEVER_LIMIT } from './candidates.ts'

test('all candidates of a trace can be looked up at once', () => {
  expect(MAX_LOOKED_UP_PASSAGES).toBeGreaterThanOrEqual(2 * RETRIEVER_LIMIT)
})
