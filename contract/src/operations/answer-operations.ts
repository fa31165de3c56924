import { POWERED_BY } from '../public/attribution.ts'
import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'
import { exampleAnswer, exampleCitation, exampleFrames } from './public-operations.ts'

const message = {
  id: EXAMPLE_IDS.message,
  thread_id: EXAMPLE_IDS.thread,
  widget_id: null,
  asker: 'user_8271',
  source: 'api',
  question: 'How do I rotate an API key?',
  answer: exampleAnswer,
  citations: [exampleCitation],
  covered: true,
  vote: 'up',
  reason: null,
  comment: 'Exactly what I needed.',
  page_url: null,
  form_outcome: null,
  key_id: EXAMPLE_IDS.key,
  language: 'en',
  model: 'openai/gpt-4.1-mini',
  first_delta_ms: 413,
  total_ms: 1212,
  input_tokens: 1843,
  output_tokens: 41,
  cost: 0.0008028,
  reviewed_at: null,
  tags: ['keys'],
  note: null,
  created_at: '2026-03-14T09:30:12.482Z',
}

const trace = {
  request_id: '0199d211-4fd0-7c11-8e2a-6b0d5f7a9c13',
  search: {
    text: 'How do I rotate an API key?',
    rewritten_by: 'none',
    top_k: 10,
    group_ids: null,
  },
  candidates: [
    {
      chunk_id: EXAMPLE_IDS.passage,
      document_id: EXAMPLE_IDS.document,
      relevance: 0.69,
      vector_score: 0.71,
      text_score: 0.64,
      rrf_score: 0.0328,
      rerank_score: 0,
      outcome: 'used',
    },
  ],
  answerability: { probability: 0.82, threshold: 0.15, setting: 'balanced' },
  prompt: { earlier_message_ids: [], chunk_ids: [EXAMPLE_IDS.passage], voice: false },
  model: 'openai/gpt-4.1-mini',
  declined_by: null,
  input_tokens: 1843,
  output_tokens: 41,
  dropped_citations: [],
  timings_ms: {
    rewritten: 1.2,
    retrieved: 38.4,
    reranked: 38.5,
    quoted: 38.5,
    first_delta: 412.8,
    written: 1210.7,
    settled: 1211.9,
  },
}

const answerModel = {
  answer_model: { provider: 'openai', model: 'gpt-4.1-mini', api_key_hint: 'f3Qa' },
  deployment_model: null,
}

const starterQuestions = {
  generated: [{ question: 'How do I rotate an API key?', document_id: EXAMPLE_IDS.document }],
  refreshed_at: '2026-03-14T03:05:00.000Z',
}

/** Stored answers and who writes them. */
export const answerOperations: OperationTexts = {
  listMessages: {
    description:
      'Returns stored answers with their ratings, newest first. All filters that are given must match; `gap=true` keeps questions that the knowledge base could not answer and answers that readers rated down. Under Zero data retention the list is empty.',
    query: { gap: 'true' },
    response: { messages: [message] },
  },
  getMessage: {
    description:
      'Returns a stored answer with its trace: what was searched, which passages were considered and used, which model wrote it and how long each step took.',
    response: { ...message, trace },
  },
  exportMessagesAsCsv: {
    description:
      'Streams every stored answer that the filters match as CSV, for a spreadsheet. A cell that a spreadsheet would run as a formula begins with an apostrophe.',
    query: { from: '2026-03-01T00:00:00Z' },
    response: 'created_at,question\r\n"2026-03-14T09:30:12.482Z","How do I rotate an API key?"\r\n',
  },
  exportMessagesAsJson: {
    description:
      'Streams every stored answer that the filters match, each as a line of JSON with the fields of the list.',
    query: { from: '2026-03-01T00:00:00Z' },
    response: message,
  },
  reviewMessage: {
    description:
      'Marks an answer as reviewed, replaces its tags or writes a note. Fields that are left out keep their value. Readers see none of it.',
    request: { reviewed: true, tags: ['keys'], note: 'Covered since the guide was rewritten.' },
    response: {
      ...message,
      reviewed_at: '2026-03-15T08:00:00.000Z',
      note: 'Covered since the guide was rewritten.',
    },
  },
  getThread: {
    description: 'Returns a conversation: all its questions and answers, oldest first.',
    response: {
      id: EXAMPLE_IDS.thread,
      asker: 'user_8271',
      created_at: '2026-03-14T09:30:12.482Z',
      messages: [message],
    },
  },
  deleteMessage: {
    description:
      'Deletes a question, its answer, its rating and its trace. The question still counts towards the month.',
  },
  replayMessage: {
    description:
      "Repeats the search of a stored answer on today's documents and says whether it finds the same passages. Nothing is stored or counted.",
    response: { chunk_ids: [EXAMPLE_IDS.passage], same: true },
  },
  askPlayground: {
    description:
      'Answers as a reader with the given key, groups and widget would be answered, in the same server-sent frames; the last one has the trace, with the prompt word for word. Nothing is stored and nothing counts: no message, no conversation, no question of the allowance. Restricted documents stay out as they do for readers.',
    request: { query: 'How do I rotate an API key?', key_id: EXAMPLE_IDS.key },
    response: [
      ...exampleFrames.slice(0, -1),
      {
        done: true,
        covered: true,
        citations: [exampleCitation],
        ...POWERED_BY,
        trace: {
          ...trace,
          prompt: { ...trace.prompt, text: 'system:\nYou answer a reader’s question …' },
        },
      },
    ],
  },
  deleteThread: {
    description: 'Deletes a conversation with all its questions, answers and ratings.',
  },
  eraseAsker: {
    description:
      'Deletes everything stored about one person in this knowledge base, for example on an erasure request. Try it with `dry_run` first: that counts and deletes nothing.',
    request: { asker: 'user_8271', dry_run: true },
    response: { threads: 2, messages: 5, readers: 0, blocked_readers: 0 },
  },
  putAnswerModel: {
    description:
      'Chooses the model that writes answers for this knowledge base. It is asked for a few words first, and one that fails is not saved unless `skip_test` is set. The key is stored encrypted and never shown; leave it out to keep the stored key, if provider and URL do not change.',
    request: { provider: 'openai', model: 'gpt-4.1-mini', api_key: 'sk-example-f3Qa' },
    response: answerModel,
  },
  getAnswerModel: {
    description:
      "Returns the model of this knowledge base and the deployment's model, which is used when the knowledge base has none.",
    response: answerModel,
  },
  testAnswerModel: {
    description:
      'Has the model of this knowledge base, or else that of the deployment, begin to write, and stops it at its first words. It costs a few tokens and counts no question. The answer is 200 in either case: `ok` tells whether it worked.',
    response: {
      ok: false,
      model: 'openai/gpt-4.1-mini',
      first_delta_ms: null,
      error: {
        error_code: 'misconfigured',
        message: 'This assistant is not set up correctly yet.',
        detail: 'status 401, invalid_api_key',
      },
    },
  },
  listStarterQuestions: {
    description:
      'Returns the questions that were written from the titles of public pages, whatever the setting says that readers are shown.',
    response: starterQuestions,
  },
  refreshStarterQuestions: {
    description:
      'Queues a refresh, which also happens by itself when documents change and daily, and answers with the present questions. `refreshed_at` tells when the new ones are there.',
    response: starterQuestions,
  },
  deleteAnswerModel: {
    description:
      "Deletes the model and its key. From then on the deployment's model writes the answers; if there is none, they are extractive answers.",
  },
}
