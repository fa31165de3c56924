import { expect, test } from 'vitest'
import { collectLabel } from './label-options.ts'

test('labels are collected by name', () => {
  const one = collectLabel('version=2', {})
  expect(collectLabel('product=a=b', collectLabel('version=3', one))).toEqual({
    version: ['2', '3'],
    product: ['a=b'],
  })
  for (const text of ['version', 'version=', '=2', 'a b=2'])
    expect(() => collectLabel(text, {}), text).toThrow('must look like')
})
