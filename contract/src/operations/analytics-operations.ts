import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const figures = {
  questions: 128,
  conversations: 96,
  covered: 109,
  not_covered: 15,
  small_talk: 4,
  failed: 1,
  rated_up: 22,
  rated_down: 3,
  down_wrong: 1,
  down_outdated: 1,
  down_incomplete: 0,
  down_not_my_question: 0,
  forms_shown: 0,
  forms_deflected: 0,
  forms_submitted: 0,
  input_tokens: 231_040,
  output_tokens: 18_433,
  cost: 0.1219088,
  unpriced: 0,
  first_delta_ms: { p50: 640, p95: 1904 },
  total_ms: { p50: 2210, p95: 5480 },
}

const point = { at: '2026-03-09', ...figures }

const gap = {
  id: EXAMPLE_IDS.gap,
  title: 'Can I export the audit log to S3?',
  state: 'open',
  questions: 7,
  askers: 5,
  not_covered: 6,
  rated_down: 1,
  reasons: { wrong: 0, outdated: 1, incomplete: 0, not_my_question: 0 },
  first_at: '2026-02-03T10:11:12.000Z',
  last_at: '2026-03-14T09:30:12.482Z',
  trend: [0, 0, 1, 0, 2, 1, 0, 3],
  covered_now: false,
  missing_words: [],
  checked_at: '2026-03-14T09:30:20.000Z',
  nearest_pages: [
    {
      document_id: EXAMPLE_IDS.document,
      title: 'Audit log',
      url: 'https://docs.example.com/audit',
    },
  ],
}

const EXPORTED = 'The audit log is exported as CSV ([Audit log](https://docs.example.com/audit)).'

/** Counts of answers, what failed, and what is missing. */
export const analyticsOperations: OperationTexts = {
  getAnalytics: {
    description:
      'Returns counts of a period, as a whole and by day, week or month, beside the same number of days before. They are counted with each answer and hold no text: under Zero data retention they are the same, and they stay when answers are deleted. The playground does not count; percentiles come from a histogram and are off by 19 % at most.',
    query: { from: '2026-03-09', to: '2026-03-15', interval: 'week', group_by: 'source' },
    response: {
      from: '2026-03-09',
      to: '2026-03-15',
      interval: 'week',
      currency: 'USD',
      models_without_price: [],
      totals: figures,
      series: [point],
      previous: {
        from: '2026-03-02',
        to: '2026-03-08',
        totals: figures,
        series: [{ ...point, at: '2026-03-02' }],
      },
      groups: [{ value: 'widget', totals: figures, series: [point] }],
    },
  },
  exportAnalytics: {
    description:
      'Returns the series as CSV, for a spreadsheet: a line for each point, and with `group_by` for each point of each group.',
    query: { from: '2026-03-09', to: '2026-03-15' },
    response: 'at,questions\r\n"2026-03-09","128"\r\n',
  },
  listCitedDocuments: {
    description: 'Returns the documents that the answers of a period cite most.',
    query: { from: '2026-03-09' },
    response: {
      documents: [
        {
          document_id: EXAMPLE_IDS.document,
          title: 'API keys',
          url: 'https://docs.example.com/keys',
          cited: 41,
        },
      ],
    },
  },
  listCitedLabels: {
    description:
      'Returns for each label how often the answers of a period cite documents with each of its values: which version readers need, for example. An answer that cites two documents counts for both, and a document with two values counts for each, by the labels that it has now. `limit` is for the values of each label.',
    query: { from: '2026-03-09' },
    response: {
      labels: [
        {
          name: 'version',
          values: [
            { value: '2', documents: 31, cited: 204 },
            { value: '1', documents: 12, cited: 57 },
          ],
          without: 18,
        },
      ],
    },
  },
  listAskedPages: {
    description:
      'Returns the pages that questions of a period were asked on, as widgets, forms and other clients name them in `page_url`. Origin and path are counted, at most 1,000 pages a day one by one. There are none under Zero data retention, and counts go with conversations that expire.',
    query: { from: '2026-03-09' },
    response: {
      pages: [{ page_url: 'https://docs.example.com/keys', questions: 41, covered: 37 }],
      other_questions: 0,
    },
  },
  exportAskedPages: {
    description:
      'Returns the same as CSV, for a spreadsheet: the 10,000 pages with most questions.',
    query: { from: '2026-03-09', to: '2026-03-15' },
    response: 'page_url,questions,covered\r\n"https://docs.example.com/keys","41","37"\r\n',
  },
  listTopQuestions: {
    description:
      'Returns the questions that were asked most in a period. Questions with the same words count as one, whatever their order, form and case. Only stored questions are compared, at most the newest 50,000: under Zero data retention there are none.',
    query: { from: '2026-03-09' },
    response: {
      questions: [
        {
          question: 'How do I rotate an API key?',
          message_id: EXAMPLE_IDS.message,
          asked: 12,
          not_covered: 0,
        },
      ],
      compared: 128,
    },
  },
  listGaps: {
    description:
      "Returns questions that were not covered or whose answer was rated down, grouped by meaning with the knowledge base's embedding model. A question is grouped some seconds after it was asked; under Zero data retention none is. After documents change, each open gap is searched for again and says whether it is covered now.",
    query: { state: 'open' },
    response: { gaps: [gap] },
  },
  getGap: {
    description: 'Returns a gap with the questions in it.',
    response: {
      ...gap,
      messages: [
        {
          message_id: EXAMPLE_IDS.message,
          question: 'Can I export the audit log to S3?',
          covered: false,
          vote: null,
          reason: null,
          comment: null,
          created_at: '2026-03-14T09:30:12.482Z',
        },
      ],
    },
  },
  changeGap: {
    description:
      'Sets its state, gives it a title, or merges it into another gap, which is then returned.',
    request: { state: 'resolved' },
    response: { ...gap, state: 'resolved' },
  },
  draftArticle: {
    description:
      "Answers the questions of the gap from documents that are not restricted, each as a reader's would be, and streams an article in markdown with links to its sources. A question that no page covers is marked with `TODO: not covered by the documentation:` and the passages that come near. Nothing is stored, but what a model costs counts toward the day, and beyond the workspace's cap the documents are quoted instead.",
    request: { model: 'extract' },
    response: [
      { delta: '# Can I export the audit log to S3?\n\n', done: false },
      { delta: 'The audit log is exported as CSV [1].', done: false },
      {
        section: {
          question: 'How do I export the audit log?',
          covered: true,
          markdown: `## How do I export the audit log?\n\n${EXPORTED}\n`,
        },
        done: false,
      },
      {
        done: true,
        title: 'Can I export the audit log to S3?',
        markdown: `# Can I export the audit log to S3?\n\n## How do I export the audit log?\n\n${EXPORTED}\n`,
        citations: [
          {
            index: 1,
            title: 'Audit log',
            url: 'https://docs.example.com/audit',
            document_id: EXAMPLE_IDS.document,
            chunk_id: EXAMPLE_IDS.passage,
            heading_path: [],
            excerpt: 'The audit log is exported as CSV.',
          },
        ],
        not_covered: [],
        model: 'extract',
        cost_capped: false,
        input_tokens: 0,
        output_tokens: 0,
      },
    ],
  },
  listFailures: {
    description:
      'Returns questions that ended with an error, without their text: the code and the request id that the reader was shown and that the log has. Readers who left are not among them. The newest 10,000 of the last 30 days are kept.',
    query: { error_code: 'timeout' },
    response: {
      failures: [
        {
          id: EXAMPLE_IDS.message,
          at: '2026-03-14T09:30:12.482Z',
          request_id: '0199d211-4fd0-7c11-8e2a-6b0d5f7a9c13',
          error_code: 'timeout',
          source: 'widget',
          widget_id: EXAMPLE_IDS.widget,
          key_id: EXAMPLE_IDS.key,
          model: 'openai/gpt-4.1-mini',
        },
      ],
      next_cursor: null,
      counts: [{ error_code: 'timeout', failed: 1 }],
    },
  },
}
