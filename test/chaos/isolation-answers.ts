import { randomUUID } from 'node:crypto'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import type { Expectation } from './isolation-outcomes.ts'
import { NOT_FOUND, OPERATOR, same } from './isolation-outcomes.ts'

/** What the routes of verified answers are sent, and what they answer to foreign ids. */
export const VERIFIED_BODIES = {
  createVerifiedAnswer: ({ canary, documentId }: ChaosTenant) => ({
    question: `What is ${canary}?`,
    answer: `The team knows ${canary}.`,
    source_document_ids: [documentId],
  }),
  changeVerifiedAnswer: ({ documentId }: ChaosTenant) => ({ source_document_ids: [documentId] }),
}

export const VERIFIED_SLOTS = {
  verifiedAnswerId: ({ verifiedAnswerId }: ChaosTenant) => verifiedAnswerId ?? '',
  source_document_ids: ({ documentId }: ChaosTenant) => documentId,
}

export const EXPECTED_OF_VERIFIED: Readonly<Record<string, Expectation>> = {
  'listVerifiedAnswers knowledgeBaseId': OPERATOR,
  // The page in the body belongs to the tenant that the path should name.
  'createVerifiedAnswer knowledgeBaseId': { ...NOT_FOUND, existing: 'BAD_REQUEST' },
  'createVerifiedAnswer source_document_ids': same('BAD_REQUEST'),
  'changeVerifiedAnswer knowledgeBaseId': NOT_FOUND,
  'changeVerifiedAnswer verifiedAnswerId': NOT_FOUND,
  'changeVerifiedAnswer source_document_ids': same('BAD_REQUEST'),
  'deleteVerifiedAnswer knowledgeBaseId': NOT_FOUND,
  'deleteVerifiedAnswer verifiedAnswerId': NOT_FOUND,
}

const rule = () => ({
  rule: {
    kind: 'synonym',
    words: [`made in the test ${randomUUID()}`],
    means: ['handbook'],
    both_ways: true,
  },
})

/** The same of search rules. */
export const RULE_BODIES = { createSearchRule: rule, putSearchRule: rule }

export const RULE_SLOTS = {
  searchRuleId: ({ searchRuleId }: ChaosTenant) => searchRuleId ?? '',
}

export const EXPECTED_OF_RULES: Readonly<Record<string, Expectation>> = {
  'listSearchRules knowledgeBaseId': OPERATOR,
  'createSearchRule knowledgeBaseId': OPERATOR,
  'putSearchRule knowledgeBaseId': NOT_FOUND,
  'putSearchRule searchRuleId': NOT_FOUND,
  'deleteSearchRule knowledgeBaseId': NOT_FOUND,
  'deleteSearchRule searchRuleId': NOT_FOUND,
}
