import { expect, test } from 'vitest'
import { isMeant, isMendable, withMended } from './mend.ts'

const near = { typed: 'linkerd', word: 'linked', edits: 1, passages: 3 }

test('a name is mended only into a word that many passages have', () => {
  expect(isMeant(near, false, 1000)).toBe(true)
  expect(isMeant(near, true, 1000)).toBe(false)
  expect(isMeant({ ...near, passages: 5 }, true, 1000)).toBe(true)
  expect(isMeant({ ...near, passages: 5, edits: 2 }, true, 1000)).toBe(false)
  expect(isMeant({ ...near, typed: 'RuntimeClas' }, true, 1000)).toBe(true)
})

test('two mistakes are believed in a long word', () => {
  expect(isMeant({ ...near, typed: 'deplomen', edits: 2 }, false, 10)).toBe(false)
  expect(isMeant({ ...near, typed: 'deplomnet', edits: 2 }, false, 10)).toBe(true)
})

test('what is in a dictionary, or is no word, stays', () => {
  const isOrdinary = (word: string) => word === 'laptop'
  expect(['laptop', 'n8n', 'labtop'].filter((word) => isMendable(word, isOrdinary))).toEqual([
    'labtop',
  ])
})

test('whole words are replaced, with the capital that they were typed with', () => {
  const meant = new Map([
    ['pdos', 'pods'],
    ['Deploymnet', 'deployment'],
  ])
  expect(withMended('Deploymnet of pdos-2, not xpdos: pdos?', meant)).toBe(
    'Deployment of pods-2, not xpdos: pods?',
  )
})
