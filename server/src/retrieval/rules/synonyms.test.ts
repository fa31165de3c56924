import type { SearchRule } from '@footnote/contract/admin/answers/search-rules'
import { expect, test } from 'vitest'
import { expandQuery } from './synonyms.ts'

const rule = (words: string[], means: string[], isBothWays = false): SearchRule => ({
  kind: 'synonym',
  words,
  means,
  both_ways: isBothWays,
})

const RULES = [
  rule(['PAT', 'API token'], ['personal access token']),
  rule(['k8s', 'kube'], ['kubernetes'], true),
  rule(['CI/CD'], ['pipeline']),
]

const expand = (text: string, rules = RULES) =>
  (
    expandQuery({ knowledgeBaseId: 'one', rules }, { language: 'en', terms: [] }, text).synonyms ??
    []
  ).map(({ words, means }) => `${words} → ${means}`)

test.each([
  ['Where do I make a PAT?', ['PAT → personal access token']],
  ['Where are PATs?', ['PAT → personal access token']],
  // Several words count as a whole and in their order.
  ['rotate api tokens', ['API token → personal access token']],
  ['a token of the API', []],
  // One way.
  ['personal access token', []],
  // Both ways, and not what is said already.
  ['k8s', ['k8s → kube', 'k8s → kubernetes']],
  ['kubernetes, or k8s', ['kubernetes → kube', 'k8s → kube']],
  ['our CI/CD', ['CI/CD → pipeline']],
  ['path', []],
])('%s', (text, synonyms) => {
  expect(expand(text)).toEqual(synonyms)
})

test('without rules a question stays as it is', () => {
  const query = { language: 'en', terms: [1] }
  expect(expandQuery({ knowledgeBaseId: 'one', rules: [] }, query, 'k8s')).toBe(query)
})
