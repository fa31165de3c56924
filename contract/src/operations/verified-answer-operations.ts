import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const body = {
  question: 'How do I rotate a client key?',
  variants: ['How can I replace a key with a new one?'],
  answer: 'Create a second key, use it everywhere, and revoke the first one. [1]',
  source_document_ids: [EXAMPLE_IDS.document],
  expires_at: '2027-03-01T00:00:00.000Z',
}

const answer = {
  id: EXAMPLE_IDS.verifiedAnswer,
  question: body.question,
  variants: body.variants,
  answer: body.answer,
  sources: [
    {
      document_id: EXAMPLE_IDS.document,
      title: 'Client keys',
      url: 'https://docs.example.com/keys',
      state: 'unchanged',
    },
  ],
  state: 'given',
  verified_at: '2026-03-14T09:30:00.000Z',
  expires_at: body.expires_at,
  created_at: '2026-03-01T08:15:00.000Z',
}

/** What the team has answered. */
export const verifiedAnswerOperations: OperationTexts = {
  listVerifiedAnswers: {
    description:
      'Returns the verified answers, newest first, each with what has become of the pages that it rests on.',
    response: { verified_answers: [answer] },
  },
  createVerifiedAnswer: {
    description:
      'Verifies an answer with its sources: whoever asks its question in the same meaning, and may see all of them, is given it word for word, marked with the date. An answer that readers would not be shown whole, because of an image, HTML or a number without a source, is refused.',
    request: body,
    response: answer,
  },
  changeVerifiedAnswer: {
    description:
      'Changes the fields that you send, and verifies the answer as of now: its sources count as unchanged from here on. An empty body confirms it as it is.',
    request: { expires_at: null },
    response: { ...answer, expires_at: null },
  },
  deleteVerifiedAnswer: {
    description:
      'Deletes a verified answer. Its question is answered from the documents again. Stored answers keep their text.',
  },
}

const rule = {
  kind: 'synonym',
  words: ['PAT'],
  means: ['personal access token'],
  both_ways: false,
}

const savedRule = { id: EXAMPLE_IDS.searchRule, rule, created_at: '2026-03-01T08:15:00.000Z' }

/** What editors tell the search. */
export const searchRuleOperations: OperationTexts = {
  listSearchRules: {
    description: 'Returns the rules that editors have given the search, newest first.',
    response: { search_rules: [savedRule] },
  },
  createSearchRule: {
    description:
      'Adds a rule, which searches follow within a second. A phrase without a word that is searched for, such as "the", is refused.',
    request: { rule },
    response: savedRule,
  },
  putSearchRule: {
    description: 'Replaces a rule as a whole. Searches follow it within a second.',
    request: { rule: { ...rule, both_ways: true } },
    response: { ...savedRule, rule: { ...rule, both_ways: true } },
  },
  deleteSearchRule: { description: 'Deletes a rule. Within a second no search follows it.' },
}
