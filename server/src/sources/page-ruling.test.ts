import type { SourceRule } from '@footnote/contract/admin/source-rules'
import { expect, test } from 'vitest'
import type { RuledSource } from './page-ruling.ts'
import { createRuling } from './page-ruling.ts'

const rule = (source: Partial<RuledSource>, path: string, containers: readonly string[] = []) =>
  createRuling({ visibility: 'public', group_id: 'usual', rules: [], ...source })({
    url: `https://a.test${path}`,
    containers,
  })

const LABELS: SourceRule[] = [
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
] as const)('labels of %s', ([path, labels]) => {
  expect(rule({ rules: LABELS }, path).labels).toEqual(labels)
})

test('a segment that is no value gives no label', () => {
  for (const segment of ['x'.repeat(101), '%00', '%20']) {
    const rules = [{ match: '/{version}', labels: {} }]
    expect(rule({ rules }, `/${segment}`).labels).toEqual({})
  }
})

test('without a rule the source decides', () => {
  expect(rule({ visibility: 'unlisted' }, '/docs/1')).toEqual({
    visibility: 'unlisted',
    group_id: 'usual',
    labels: {},
    matching: [],
    deciding: [],
  })
})

const RULES: SourceRule[] = [
  { match: 'space:HR', group_id: 'staff', labels: {} },
  { match: 'space:HR', visibility: 'restricted', group_id: 'late', labels: {} },
  { match: 'space:{team}', labels: {} },
  { match: 'folder:/handbook/**', group_id: null, labels: {} },
  { match: '/open/**', visibility: 'unlisted', group_id: 'open', labels: {} },
]

test.for([
  [
    ['space:HR'],
    { group_id: 'staff', visibility: 'restricted', labels: { team: ['HR'] }, deciding: [0, 1, 2] },
  ],
  [['label:x', 'folder:/handbook/a/b'], { group_id: null, visibility: 'public', deciding: [3] }],
  [['folder:/handbook'], { group_id: null, deciding: [3] }],
  [['folder:/handbooks'], { group_id: 'usual', matching: [] }],
  [['space:DOC', 'space:HR'], { group_id: 'staff', labels: { team: ['DOC'] } }],
  [['handbook:/open/a'], { group_id: 'usual', visibility: 'public', matching: [] }],
] as const)('a page in %s', ([containers, ruling]) => {
  expect(rule({ rules: RULES }, '/a', containers)).toMatchObject(ruling)
})

test('a rule that fits but has nothing left to say decides nothing', () => {
  expect(rule({ rules: RULES }, '/open/a', ['space:HR'])).toMatchObject({
    group_id: 'staff',
    visibility: 'restricted',
    matching: [0, 1, 2, 4],
    deciding: [0, 1, 2],
  })
})

test('a pattern over paths fits no container, and one over containers no path', () => {
  expect(
    rule({ rules: [{ match: '/**', visibility: 'restricted', labels: {} }] }, '/a'),
  ).toMatchObject({
    visibility: 'restricted',
  })
  const rules = [{ match: 'space:**', visibility: 'restricted' as const, labels: {} }]
  expect(rule({ rules }, '/space:a')).toMatchObject({ visibility: 'public' })
})
