import type { EvaluationItem, EvaluationWithItems } from '@footnote/client/admin'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { renderJunit } from './render-junit.ts'

const item = (change: Partial<EvaluationItem>): EvaluationItem => ({
  question: 'Why?',
  expect: 'answer',
  expected_pages: [],
  must_say: [],
  from_message_id: null,
  outcome: 'answered',
  passed: true,
  answer: 'So.',
  citations: [],
  missing_pages: [],
  recall: null,
  citation_precision: null,
  said: null,
  ms: 250,
  input_tokens: null,
  output_tokens: null,
  error_code: null,
  ...change,
})

const evaluation = (items: EvaluationItem[]): EvaluationWithItems => ({
  id: '0199e329-fa90-7d7e-8f96-ae81c3b0cf65',
  set_id: '0199e328-e98f-7c6d-9e85-9d70b2afbe54',
  set_name: 'Keys & "billing"',
  label: '',
  model: null,
  top_k: 10,
  state: 'completed',
  reason: null,
  sync_id: null,
  total: items.length,
  done: items.length,
  metrics: null,
  created_at: '2026-03-14T09:30:12.482Z',
  ended_at: null,
  items,
})

type Tag = { name: string; attributes: Record<string, string>; text: string }

function getTags(xml: string): Tag[] {
  const tags: Tag[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => void tags.push({ name, attributes, text: '' }))
  parser.on('text', (text) => {
    const last = tags.at(-1)
    if (last) last.text += text
  })
  parser.write(xml).close()
  return tags
}

test('each question is a test case: passed, failed, or an error where there is no answer', () => {
  const question = 'Is 1 < 2\n& "why"?\u0007'
  const tags = getTags(
    renderJunit(
      evaluation([
        item({ question }),
        item({ passed: false, said: false, must_say: ['24 hours'], answer: 'A <b>day</b>.' }),
        item({ passed: false, expect: 'refuse' }),
        item({ passed: false, outcome: 'failed', answer: null, error_code: 'timeout' }),
      ]),
    ),
  )
  const named = (name: string) => tags.filter((tag) => tag.name === name)
  expect(named('testsuite')[0]?.attributes).toMatchObject({
    name: 'Keys & "billing"',
    tests: '4',
    failures: '2',
    errors: '1',
    time: '1',
  })
  expect(named('testcase').map(({ attributes }) => attributes['name'])).toEqual([
    'Is 1 < 2\n& "why"?',
    'Why?',
    'Why?',
    'Why?',
  ])
  const [unsaid, answered] = named('failure')
  expect(unsaid?.attributes['message']).toBe('The answer does not say: 24 hours')
  expect(unsaid?.text.trim()).toBe('A <b>day</b>.')
  expect(answered?.attributes['message']).toBe('It was answered and must be refused.')
  expect(named('error')[0]?.attributes['message']).toBe('It failed: timeout.')
})
