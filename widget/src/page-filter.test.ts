import { expect, test } from 'vitest'
import { pageFilter } from './shared/page-filter.ts'

test('attributes and JavaScript name labels', () => {
  expect(
    pageFilter(
      {
        filterVersion: '2',
        filterMyProduct: 'cli',
        filter: { language: ['de', 'en'], empty: '', wrong: 2 },
        filterable: 'x',
        filterBlank: ' ',
      },
      '/',
    ).default_filter,
  ).toEqual({ version: ['2'], 'my-product': ['cli'], language: ['de', 'en'] })
  expect(pageFilter({}, '/')).toEqual({})
})

test.for([
  [{ version: '2' }, '/', { version: ['2'] }],
  [{ version: 'path:1' }, '/1.28/setup', { version: ['1.28'] }],
  [{ version: 'path:2' }, '/docs/v2/', { version: ['v2', '2'] }],
  [{ version: 'path:1' }, '/next/setup', { version: ['next'] }],
  [{ version: 'path:1' }, '/blog/setup', undefined],
  [{ version: 'path:1' }, '/', undefined],
  [{ language: 'path:1', product: 'cli' }, '/de/a', { language: ['de'], product: ['cli'] }],
  [{}, '/1/2', undefined],
] as const)('%j on %s', ([given, path, filter]) => {
  expect(pageFilter({ filter: given }, path).default_filter).toEqual(filter)
})
