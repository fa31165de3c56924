import { expect, test } from 'vitest'
import { getLabels } from './page-labels.ts'

const RULES = [
  { match: '/docs/latest/**', labels: { version: ['2', '3'] } },
  { match: '/docs/{version}/**', labels: { kind: ['docs'] } },
  { match: '/docs/**', labels: { kind: ['other'], product: ['cli'] } },
  { match: '/**', labels: { version: ['*'] } },
]

test.for([
  ['/docs/latest/a', { version: ['2', '3'], kind: ['docs'], product: ['cli'] }],
  ['/docs/1.28/a', { version: ['1.28'], kind: ['docs'], product: ['cli'] }],
  ['/blog/a', { version: ['*'] }],
  ['/docs/a%2Fb', { version: ['a'], kind: ['docs'], product: ['cli'] }],
] as const)('%s', ([path, labels]) => {
  expect(getLabels(RULES, `https://a.test${path}`)).toEqual(labels)
})

test('a segment that is no value gives no label', () => {
  for (const segment of ['x'.repeat(101), '%00', '%20']) {
    expect(getLabels([{ match: '/{version}', labels: {} }], `https://a.test/${segment}`)).toEqual(
      {},
    )
  }
})

test('no rule, no label', () => {
  expect(getLabels([], 'https://a.test/docs/1')).toEqual({})
})
