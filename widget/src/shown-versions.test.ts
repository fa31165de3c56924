import { expect, test } from 'vitest'
import { shownVersions } from './shared/shown-versions.ts'

const one = { labels: { version: ['1'] } }
const two = { labels: { version: ['2', '3'] } }
const every = { labels: { version: ['*'] } }
const none = {}

test.for([
  [[one, one], {}, [undefined, undefined]],
  [[one, two, none], {}, ['1', '2, 3', undefined]],
  [[one, every], {}, ['1', undefined]],
  [[two], { version: ['3'] }, [undefined]],
  [[one], { version: ['2'] }, ['1']],
  [[none], { version: ['2'] }, [undefined]],
] as const)('%j on a page with %j', ([citations, page, shown]) => {
  expect(citations.map(shownVersions(citations, page))).toEqual(shown)
})
