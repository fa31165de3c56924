import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const set = {
  id: EXAMPLE_IDS.questionSet,
  name: 'Release questions',
  questions: 2,
  created_at: '2026-03-02T10:11:12.000Z',
  updated_at: '2026-03-14T09:30:12.482Z',
}

const items = [
  {
    question: 'How do I rotate a key?',
    expect: 'answer',
    expected_pages: ['https://docs.example.com/keys'],
    must_say: ['24 hours'],
    from_message_id: EXAMPLE_IDS.message,
  },
  {
    question: 'What is the capital of France?',
    expect: 'refuse',
    expected_pages: [],
    must_say: [],
    from_message_id: null,
  },
]

const given = {
  question: 'How do I rotate a key?',
  expected_pages: ['https://docs.example.com/keys'],
  must_say: ['24 hours'],
}

/** Questions with what is expected of their answers, and runs of them. */
export const evaluationOperations: OperationTexts = {
  listQuestionSets: {
    description: 'Returns question sets without their questions, oldest first.',
    response: { question_sets: [set], next_cursor: null },
  },
  createQuestionSet: {
    description:
      'Creates a set of questions to evaluate answers with. It may be empty and be filled later.',
    request: { name: 'Release questions', items: [given] },
    response: { ...set, questions: 1, items: [{ ...items[0], from_message_id: null }] },
  },
  getQuestionSet: {
    description: 'Returns a set with all of its questions and what is expected of each answer.',
    response: { ...set, items },
  },
  changeQuestionSet: {
    description:
      'Renames a set, or replaces all of its questions. Evaluations that have run keep the questions they ran with.',
    request: { name: 'Nightly questions' },
    response: { ...set, name: 'Nightly questions', items },
  },
  deleteQuestionSet: {
    description: 'Deletes a set, its questions and its evaluations.',
  },
  addQuestions: {
    description:
      'Adds questions at the end of a set and returns it; send one of the fields. A question that the set has already is left out. A question taken from a reader is deleted together with the stored answer.',
    request: { message_ids: [EXAMPLE_IDS.message] },
    response: { ...set, items },
  },
}
