import { randomUUID } from 'node:crypto'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import type { Expectation, Outcome } from './isolation-outcomes.ts'
import { CURSOR, NOT_FOUND, OPERATOR } from './isolation-outcomes.ts'

/** What the routes of question sets and evaluations are sent, and answer to foreign ids. */
export const EVALUATION_BODIES = {
  createQuestionSet: () => ({ name: `Made in the test ${randomUUID()}` }),
  changeQuestionSet: () => ({ name: `Renamed in the test ${randomUUID()}` }),
  putEvaluationGate: ({ keyId }: ChaosTenant) => ({
    set_id: keyId,
    thresholds: { recall: 0.5 },
    hold_syncs: true,
  }),
  startEvaluation: ({ keyId }: ChaosTenant) => ({ set_id: keyId }),
  startAnswerDiff: ({ keyId }: ChaosTenant) => ({
    pages: [{ path: 'page.md', content: 'A page.' }],
    path_map: { from: '', to: 'https://docs.example.com/' },
    set_ids: [keyId],
  }),
  addQuestions: ({ messageId }: ChaosTenant) => ({ message_ids: [messageId] }),
}

export const EVALUATION_SLOTS = {
  questionSetId: ({ keyId }: ChaosTenant) => keyId,
  set_id: ({ keyId }: ChaosTenant) => keyId,
  answerDiffId: ({ keyId }: ChaosTenant) => keyId,
  set_ids: ({ keyId }: ChaosTenant) => keyId,
  evaluationId: ({ keyId }: ChaosTenant) => keyId,
  message_ids: ({ messageId }: ChaosTenant) => messageId,
}

export const EXPECTED_OF_EVALUATIONS: Readonly<Record<string, Expectation>> = {
  'listQuestionSets knowledgeBaseId': OPERATOR,
  'listQuestionSets cursor': CURSOR,
  'createQuestionSet knowledgeBaseId': OPERATOR,
  'getQuestionSet knowledgeBaseId': NOT_FOUND,
  'getQuestionSet questionSetId': NOT_FOUND,
  'changeQuestionSet knowledgeBaseId': NOT_FOUND,
  'changeQuestionSet questionSetId': NOT_FOUND,
  'deleteQuestionSet knowledgeBaseId': NOT_FOUND,
  'deleteQuestionSet questionSetId': NOT_FOUND,
  'addQuestions knowledgeBaseId': NOT_FOUND,
  'addQuestions questionSetId': NOT_FOUND,
  'addQuestions message_ids': NOT_FOUND,
  'listEvaluations knowledgeBaseId': OPERATOR,
  'listEvaluations set_id': CURSOR,
  'listEvaluations cursor': CURSOR,
  'startEvaluation knowledgeBaseId': NOT_FOUND,
  'startEvaluation set_id': NOT_FOUND,
  'compareEvaluations knowledgeBaseId': NOT_FOUND,
  'compareEvaluations before': NOT_FOUND,
  'compareEvaluations after': NOT_FOUND,
  'getEvaluation knowledgeBaseId': NOT_FOUND,
  'getEvaluation evaluationId': NOT_FOUND,
  'deleteEvaluation knowledgeBaseId': NOT_FOUND,
  'deleteEvaluation evaluationId': NOT_FOUND,
  'listAnswerDiffs knowledgeBaseId': OPERATOR,
  'listAnswerDiffs cursor': CURSOR,
  'startAnswerDiff knowledgeBaseId': NOT_FOUND,
  'startAnswerDiff set_ids': NOT_FOUND,
  'startAnswerDiff source_id': NOT_FOUND,
  'getAnswerDiff knowledgeBaseId': NOT_FOUND,
  'getAnswerDiff answerDiffId': NOT_FOUND,
  'deleteAnswerDiff knowledgeBaseId': NOT_FOUND,
  'deleteAnswerDiff answerDiffId': NOT_FOUND,
  'getEvaluationGate knowledgeBaseId': OPERATOR,
  'putEvaluationGate knowledgeBaseId': NOT_FOUND,
  'putEvaluationGate set_id': NOT_FOUND,
}

/** A tenant has no question set or evaluation of the id that stands for one. */
export const OWN_EVALUATIONS: Readonly<Record<string, Outcome>> = {
  getQuestionSet: 'NOT_FOUND',
  changeQuestionSet: 'NOT_FOUND',
  deleteQuestionSet: 'NOT_FOUND',
  addQuestions: 'NOT_FOUND',
  startEvaluation: 'NOT_FOUND',
  startAnswerDiff: 'NOT_FOUND',
  getAnswerDiff: 'NOT_FOUND',
  deleteAnswerDiff: 'NOT_FOUND',
  compareEvaluations: 'NOT_FOUND',
  getEvaluation: 'NOT_FOUND',
  deleteEvaluation: 'NOT_FOUND',
  putEvaluationGate: 'NOT_FOUND',
}
