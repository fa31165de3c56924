import { expect, test } from 'vitest'
import { collectRule, describeRule } from './rule-options.ts'

test.for([
  ['/internal/**=restricted', { match: '/internal/**', visibility: 'restricted' }],
  ['/docs/{version}/**', { match: '/docs/{version}/**' }],
  ['/cli/**=product=cli', { match: '/cli/**', labels: { product: ['cli'] } }],
  [
    'space:HR=unlisted,group:0199c1f4,team=people,team=staff,a=b=c',
    {
      match: 'space:HR',
      visibility: 'unlisted',
      group_id: '0199c1f4',
      labels: { team: ['people', 'staff'], a: ['b=c'] },
    },
  ],
  ['section:Got questions?=group:none', { match: 'section:Got questions?', group_id: null }],
] as const)('%s', ([text, rule]) => {
  expect(collectRule(text, [])).toEqual([rule])
  expect(describeRule(rule as Parameters<typeof describeRule>[0])).toBe(text)
})

test('rules keep their order', () => {
  const rules = collectRule('/b=public', collectRule('/a=restricted', []))
  expect(rules.map(({ match }) => match)).toEqual(['/a', '/b'])
})

test.for(['/docs/**', '', '/docs/**=product', '=restricted', '/a=secret', '/a=group:', '/a=x='])(
  '%s is refused',
  (text) => {
    expect(() => collectRule(text, [])).toThrow('must look like')
  },
)
