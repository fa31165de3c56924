import type { AnswerDiffWithItems, DiffAnswer } from '@footnote/client/admin'
import { expect, test } from 'vitest'
import { renderDiffHtml } from './render-html.ts'
import { renderDiffMarkdown } from './render-markdown.ts'

const HOSTILE =
  '</details> @everyone ![x](https://evil.example/p.png) <script>alert(1)</script> https://evil.example'

const answer = (text: string): DiffAnswer => ({
  outcome: 'answered',
  answer: text,
  citations: [
    {
      document_id: '0199e329-fa90-7d7e-8f96-ae81c3b0cf65',
      title: HOSTILE,
      url: 'javascript:alert(1)',
      heading_path: [],
      is_changed: true,
    },
  ],
  passed: null,
})

const diff = (questions: number): AnswerDiffWithItems => ({
  id: '0199e329-fa90-7d7e-8f96-ae81c3b0cf65',
  label: HOSTILE,
  state: 'completed',
  reason: null,
  pages: [],
  total: questions,
  done: questions,
  counts: {
    contradicts: questions,
    no_longer_covered: 0,
    worse: 0,
    cites_another_page: 0,
    better: 0,
    newly_covered: 0,
    same: 0,
    failed: 0,
  },
  created_at: '2026-03-14T09:30:12.482Z',
  ended_at: '2026-03-14T09:30:14.031Z',
  items: Array.from({ length: questions }, () => ({
    question: HOSTILE,
    origin: 'reader',
    times: 2,
    verdict: 'contradicts',
    before: answer(HOSTILE),
    after: answer('word '.repeat(1_000)),
    differences: [{ kind: 'number', before: `\`\`\`\n${HOSTILE}`, after: 'x' }],
  })),
})

test('nothing of a page or a question is markup of the comment', () => {
  const text = renderDiffMarkdown(diff(1)).replace(/```diff\n[^]*?\n```/, '')
  expect(text).not.toMatch(/@everyone|<script|javascript:/)
  expect(text).not.toMatch(/!\[|https:\/\/evil/)
  expect(text.match(/<\/details>/g)).toHaveLength(2)
})

test('a comment is no longer than GitHub takes, and says how much is left out', () => {
  const text = renderDiffMarkdown(diff(200))
  expect(text.length).toBeLessThan(65_536)
  expect(text).toMatch(/…and \d+ more\.$/)
})

test('nor is it markup of the page', () => {
  const html = renderDiffHtml(diff(1))
  expect(html).not.toMatch(/<script|<img|javascript:/)
})
