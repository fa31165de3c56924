import { expect, test } from 'vitest'
import type { LanguageModel, Prompt } from '../../models/language/language-model.ts'
import { planSearches } from './plan-searches.ts'

const USAGE = { inputTokens: 7, outputTokens: 3 }
const TWO = 'Should I use a fork or a branch?'
const ONE = 'How do I rotate a key?'
const TURN = {
  messageId: '',
  question: 'How do I create a client key?',
  answer: 'Under Settings.',
  sourceDocumentIds: [],
  shown: [],
}

function modelSaying(text: string | Error) {
  const prompts: Prompt[] = []
  const model: LanguageModel = {
    name: 'fake',
    async *write(prompt) {
      prompts.push(prompt)
      if (text instanceof Error) throw text
      yield [text]
      return USAGE
    },
  }
  return { model, prompts }
}

const plan = (
  model: LanguageModel | null,
  question: string,
  { turns = [] as (typeof TURN)[], maySplit = true } = {},
  onFailure: (failure: unknown) => void = (failure) => expect.fail(String(failure)),
) => {
  const asked = { question, turns, maySplit, languages: ['en'] }
  return planSearches(model, asked, new AbortController().signal, onFailure)
}

test('a question with two parts is searched as it is and by the model’s lines', async () => {
  const { model, prompts } = modelSaying('1. What is a fork?\n\n- What is a branch?\n')
  expect(await plan(model, TWO)).toEqual({
    searches: [TWO, 'What is a fork?', 'What is a branch?'],
    by: 'model',
    usage: USAGE,
  })
  expect(prompts[0]?.messages).toEqual([
    { role: 'user', content: `The reader's last question: ${TWO}` },
  ])
})

test('three parts leave no room for the question', async () => {
  const { searches } = await plan(modelSaying('a?\nb?\nc?').model, TWO)
  expect(searches).toEqual(['a?', 'b?', 'c?'])
})

test.each([
  ['one thing is asked', ONE, {}],
  ['it may not be split', TWO, { maySplit: false }],
])('no model is asked where %s', async (_why, question, options) => {
  const { model, prompts } = modelSaying('Never.')
  expect(await plan(model, question, options)).toMatchObject({ searches: [question], by: 'none' })
  expect(prompts).toEqual([])
})

test('without a model the question is one search', async () => {
  expect(await plan(null, TWO)).toMatchObject({ searches: [TWO], by: 'none' })
})

test('what the model repeats was searched as typed', async () => {
  expect(await plan(modelSaying(TWO).model, TWO)).toMatchObject({ searches: [TWO], by: 'none' })
})

test('a follow-up is rewritten and split in one call', async () => {
  const { model, prompts } = modelSaying('How do I rotate a client key?\nHow do I revoke one?')
  const planned = await plan(model, 'And rotate or revoke it?', { turns: [TURN] })
  expect(planned.searches).toEqual(['How do I rotate a client key?', 'How do I revoke one?'])
  expect(prompts).toHaveLength(1)
  expect(prompts[0]?.messages[0]?.content).toContain(TURN.question)
})

test('a follow-up that may not be split is one search, whatever the model writes', async () => {
  const { model } = modelSaying('How do I rotate\na client key?')
  const planned = await plan(model, 'And rotate it?', { turns: [TURN], maySplit: false })
  expect(planned.searches).toEqual(['How do I rotate\na client key?'])
})

test.each([
  ['four searches', 'a?\nb?\nc?\nd?'],
  ['nothing', '  \n '],
  ['too much', 'x'.repeat(1_001)],
])('%s of the model leave the question as it is', async (_what, text) => {
  expect(await plan(modelSaying(text).model, TWO)).toEqual({
    searches: [TWO],
    by: 'none',
    usage: USAGE,
  })
})

test('where the model fails a follow-up is rewritten by rule', async () => {
  const failures: unknown[] = []
  const failure = new Error('down')
  const planned = await plan(modelSaying(failure).model, 'How long?', { turns: [TURN] }, (each) =>
    failures.push(each),
  )
  expect(planned).toMatchObject({ by: 'rule', usage: { inputTokens: undefined } })
  expect(planned.searches[0]).toContain('client')
  expect(failures).toEqual([failure])
})
