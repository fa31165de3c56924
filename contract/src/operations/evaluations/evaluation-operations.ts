import { EXAMPLE_IDS } from '../example-ids.ts'
import type { OperationTexts } from '../operation-text.ts'

const set = {
  id: EXAMPLE_IDS.questionSet,
  name: 'Release questions',
  questions: 2,
  created_at: '2026-03-02T10:11:12.000Z',
  updated_at: '2026-03-14T09:30:12.482Z',
}

const question = {
  question: 'How do I rotate a key?',
  expect: 'answer',
  expected_pages: ['https://docs.example.com/keys'],
  must_say: ['24 hours'],
  from_message_id: EXAMPLE_IDS.message,
}

const items = [
  question,
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

const evaluation = {
  id: EXAMPLE_IDS.evaluation,
  set_id: EXAMPLE_IDS.questionSet,
  set_name: 'Release questions',
  label: 'After moving the guides',
  model: null,
  top_k: 10,
  state: 'completed',
  reason: null,
  sync_id: null,
  total: 1,
  done: 1,
  metrics: {
    passed: 1,
    recall: 1,
    citation_precision: 0.5,
    abstention: null,
    false_abstention: 0,
    said: 1,
    failed: 0,
    p95_ms: 2140,
    input_tokens: 2410,
    output_tokens: 96,
  },
  created_at: '2026-03-14T09:30:12.482Z',
  ended_at: '2026-03-14T09:30:15.031Z',
}

const item = {
  ...question,
  outcome: 'answered',
  passed: true,
  answer: 'Rotate it under Settings; the old key works for 24 hours [1].',
  citations: [
    {
      document_id: EXAMPLE_IDS.document,
      title: 'Client keys',
      url: 'https://docs.example.com/keys#rotate',
    },
  ],
  missing_pages: [],
  recall: 1,
  citation_precision: 1,
  said: true,
  ms: 2140,
  input_tokens: 2410,
  output_tokens: 96,
  error_code: null,
}

const before = {
  ...evaluation,
  id: EXAMPLE_IDS.otherEvaluation,
  label: 'Before',
  metrics: { ...evaluation.metrics, passed: 0, said: 0 },
}

const gate = {
  set_id: EXAMPLE_IDS.questionSet,
  thresholds: { recall: 0.85, false_abstention: 0.05 },
  hold_syncs: true,
  hold_models: true,
  updated_at: '2026-03-14T09:30:12.482Z',
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
    response: { ...set, questions: 1, items: [{ ...question, from_message_id: null }] },
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
  listEvaluations: {
    description: 'Returns evaluations with their metrics, without the answers, newest first.',
    response: { evaluations: [evaluation], next_cursor: null },
  },
  startEvaluation: {
    description:
      'A worker asks every question of the set as a reader without a key would, and measures the answers; nothing is counted or stored as a conversation. Poll the evaluation until its state is `completed` or `failed`.',
    request: { set_id: EXAMPLE_IDS.questionSet, label: 'After moving the guides' },
    response: { ...evaluation, state: 'queued', done: 0, metrics: null, ended_at: null },
  },
  compareEvaluations: {
    description:
      'Returns both evaluations, and each question with both answers: fixed if only the later one is as expected, broken if only the earlier one was. Questions are compared by their text.',
    query: { before: EXAMPLE_IDS.otherEvaluation, after: EXAMPLE_IDS.evaluation },
    response: {
      before,
      after: evaluation,
      counts: { fixed: 1, broken: 0, same: 0, added: 0, removed: 0 },
      items: [
        {
          question: item.question,
          change: 'fixed',
          before: { ...item, passed: false, answer: 'Rotate it under Settings [1].', said: false },
          after: item,
        },
      ],
    },
  },
  getEvaluation: {
    description: 'Returns an evaluation with each question, its answer and how it compares.',
    response: { ...evaluation, items: [item] },
  },
  deleteEvaluation: {
    description: 'Deletes an evaluation and its answers. One that runs stops at the next question.',
  },
  getEvaluationGate: {
    description: 'Returns the gate of the knowledge base. `set_id` is null when there is none.',
    response: gate,
  },
  putEvaluationGate: {
    description:
      'Sets the gate, or removes it with a `set_id` of null. A sync that would delete pages is then held, the set is asked as if they were deleted, and they are deleted if it reaches every threshold; otherwise the sync awaits confirmation and says why.',
    request: {
      set_id: EXAMPLE_IDS.questionSet,
      thresholds: { recall: 0.85, false_abstention: 0.05 },
      hold_syncs: true,
      hold_models: true,
    },
    response: gate,
  },
}
