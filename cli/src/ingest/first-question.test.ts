import { expect, test } from 'vitest'
import { findFirstQuestion } from './first-question.ts'
import { renderFirstSteps } from './first-knowledge-base.ts'

type Reader = Parameters<typeof findFirstQuestion>[0]

/** Suggests `batches` one after the other, and finds only `found`, with their scores. */
function reader(batches: string[][], found: Record<string, number>): Reader {
  return {
    suggestedQuestions: async () => ({ questions: batches.shift() ?? [] }),
    search: async ({ query }) => {
      const results = query in found ? [{ rrf_score: found[query] }] : []
      return { results } as unknown as Awaited<ReturnType<Reader['search']>>
    },
  }
}

test('picks the starter question that finds the best passage, once there are any', async () => {
  const questions = ['What is nothing?', 'What is oil?', 'How do I pump?']
  const client = reader([[], questions], { 'What is oil?': 0.4, 'How do I pump?': 0.7 })
  expect(await findFirstQuestion(client)).toBe('How do I pump?')
})

test('suggests no question if none finds anything or there are none', async () => {
  expect(await findFirstQuestion(reader([['What is nothing?']], {}))).toBeUndefined()
  expect(await findFirstQuestion(reader([], {}), 0)).toBeUndefined()
})

test('printed commands can be pasted, whatever the question contains', () => {
  const steps = { knowledgeBaseId: 'kb', clientKey: 'fnp_key', baseUrl: 'http://127.0.0.1:8080' }
  const text = renderFirstSteps({ ...steps, question: "What's $HOME?" })
  expect(text).toContain('export KNOWLEDGE_BASE=kb KEY=fnp_key\n')
  const ask = String.raw`footnote ask 'What'\''s $HOME?' --knowledge-base $KNOWLEDGE_BASE --key $KEY`
  expect(text).toContain(`${ask}\n`)
  const elsewhere = renderFirstSteps({ ...steps, baseUrl: 'http://host:1', question: undefined })
  expect(elsewhere).toContain("--key $KEY --url 'http://host:1'\n")
})
