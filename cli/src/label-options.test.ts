import { expect, test } from 'vitest'
import { collectLabel, collectLabelRule } from './label-options.ts'

test('labels are collected by name', () => {
  const one = collectLabel('version=2', {})
  expect(collectLabel('product=a=b', collectLabel('version=3', one))).toEqual({
    version: ['2', '3'],
    product: ['a=b'],
  })
  for (const text of ['version', 'version=', '=2', 'a b=2'])
    expect(() => collectLabel(text, {}), text).toThrow('must look like')
})

test('a rule has a place for a value, or a label', () => {
  expect(collectLabelRule('/docs/{version}/**', [])).toEqual([
    { match: '/docs/{version}/**', labels: {} },
  ])
  expect(collectLabelRule('/cli/**=product=cli', [])).toEqual([
    { match: '/cli/**', labels: { product: ['cli'] } },
  ])
  for (const text of ['/docs/**', '', '/docs/**=product'])
    expect(() => collectLabelRule(text, []), text).toThrow('must look like')
})
