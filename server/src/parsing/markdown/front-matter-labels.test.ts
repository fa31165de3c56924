import { expect, test } from 'vitest'
import { parseDocument } from '../parse-document.ts'
import { readLabels } from './front-matter-labels.ts'

test.for([
  ['title: A', {}],
  ['version: 2', { version: ['2'] }],
  ['version: 1.10', { version: ['1.10'] }],
  ['version: "v1.28"  # current', { version: ['v1.28'] }],
  ['version: [1.28, "1.30"]', { version: ['1.28', '1.30'] }],
  [
    'labels:\n  product: cli\n  audience:\n    - admin\n    - user',
    { product: ['cli'], audience: ['admin', 'user'] },
  ],
  ['labels: {version: 3, Product: cli}\nversion: 2', { version: ['3'], product: ['cli'] }],
  ['labels: [a, b]', {}],
  ['labels:\n  "no name": x\n  deep: {a: b}\n  empty:\n  good: 1', { good: ['1'] }],
  ['version: {a: b}', {}],
  ['version: 2\n  bad: [', {}],
  ['a: &a [x, x]\nb: &b [*a, *a]\nlabels: {c: *b}', {}],
] as const)('%s', ([frontMatter, labels]) => {
  expect(readLabels(frontMatter)).toEqual(labels)
})

test('markdown and MDX have the labels of their front matter', async () => {
  const content = '---\ntitle: Keys\nversion: 2\n---\n\nReset a key.'
  for (const contentType of ['text/markdown', 'text/mdx']) {
    const parsed = await parseDocument({ content, contentType, givenTitle: null })
    expect(parsed.labels, contentType).toEqual({ version: ['2'] })
  }
})

test('TOML is no YAML, and a page without front matter has no labels', async () => {
  for (const content of ['+++\nversion: 2\n+++\n\nText.', 'version: 2\n\nText.']) {
    const parsed = await parseDocument({ content, contentType: 'text/markdown', givenTitle: null })
    expect(parsed.labels ?? {}).toEqual({})
  }
})
