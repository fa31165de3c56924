import { EXAMPLE_IDS } from '../example-ids.ts'
import type { OperationTexts } from '../operation-text.ts'

const page = {
  path: 'docs/keys.md',
  url: 'https://docs.example.com/keys',
  title: 'Client keys',
  change: 'changed',
  document_id: EXAMPLE_IDS.document,
}

const counts = {
  contradicts: 1,
  no_longer_covered: 0,
  worse: 0,
  cites_another_page: 0,
  better: 0,
  newly_covered: 0,
  same: 0,
  failed: 0,
}

const diff = {
  id: EXAMPLE_IDS.answerDiff,
  label: 'Pull request 42',
  state: 'completed',
  reason: null,
  pages: [page],
  total: 1,
  done: 1,
  counts,
  created_at: '2026-03-14T09:30:12.482Z',
  ended_at: '2026-03-14T09:30:14.031Z',
}

const answer = {
  outcome: 'answered',
  answer: '### Client keys › Rotating\n\nThe old key works for 24 hours. [1]',
  citations: [
    {
      document_id: EXAMPLE_IDS.document,
      title: 'Client keys',
      url: 'https://docs.example.com/keys#rotating',
      heading_path: ['Rotating'],
      is_changed: true,
    },
  ],
  passed: null,
}

const started = {
  ...diff,
  state: 'queued',
  total: 0,
  done: 0,
  counts: { ...counts, contradicts: 0 },
  ended_at: null,
}

/** What a change to the pages would do to the answers. */
export const answerDiffOperations: OperationTexts = {
  listAnswerDiffs: {
    description: 'Returns answer diffs without their questions, newest first.',
    response: { answer_diffs: [diff], next_cursor: null },
  },
  startAnswerDiff: {
    description:
      'A worker asks question sets, questions of readers that rest on one of the pages you send or would, and open gaps: once with the pages as they are and once as they would be, quoted without a model. Readers see nothing of it, and the pages are removed again when it ends. Poll the diff until its state is `completed` or `failed`.',
    request: {
      label: 'Pull request 42',
      pages: [
        { path: 'docs/keys.md', content: '# Client keys\n\nThe old key works for 12 hours.' },
      ],
    },
    response: started,
  },
  getAnswerDiff: {
    description: 'Returns an answer diff with each question, both answers and what became of it.',
    response: {
      ...diff,
      items: [
        {
          question: 'How long does the old key work?',
          origin: 'reader',
          times: 12,
          verdict: 'contradicts',
          before: answer,
          after: {
            ...answer,
            answer: '### Client keys › Rotating\n\nThe old key works for 12 hours. [1]',
          },
          differences: [
            {
              kind: 'number',
              before: 'The old key works for 24 hours.',
              after: 'The old key works for 12 hours.',
            },
          ],
        },
      ],
    },
  },
  deleteAnswerDiff: {
    description:
      'Deletes an answer diff and its answers. One that runs stops at the next question.',
  },
}
