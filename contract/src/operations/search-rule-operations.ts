import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const rule = {
  kind: 'synonym',
  words: ['PAT'],
  means: ['personal access token'],
  both_ways: false,
}

const saved = { id: EXAMPLE_IDS.searchRule, rule, created_at: '2026-03-01T08:15:00.000Z' }

/** What editors tell the search. */
export const searchRuleOperations: OperationTexts = {
  listSearchRules: {
    description: 'Returns the rules that editors have given the search, newest first.',
    response: { search_rules: [saved] },
  },
  createSearchRule: {
    description:
      'Adds a rule, which searches follow within a second. A phrase without a word that is searched for, such as "the", is refused.',
    request: { rule },
    response: saved,
  },
  putSearchRule: {
    description: 'Replaces a rule as a whole. Searches follow it within a second.',
    request: { rule: { ...rule, both_ways: true } },
    response: { ...saved, rule: { ...rule, both_ways: true } },
  },
  deleteSearchRule: { description: 'Deletes a rule. Within a second no search follows it.' },
}
