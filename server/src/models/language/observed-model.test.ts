import { expect, test } from 'vitest'
import { prompt } from '../../../../test/support/language-model.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { ModelFailure } from '../model-failure.ts'
import { observedModel } from './observed-model.ts'
import type { LanguageModel, Written } from './language-model.ts'

const never = new AbortController().signal

/** It writes two pieces, and then ends in this way. */
const modelThat = (end: () => Written): LanguageModel => ({
  name: 'mistral/small',
  async *write() {
    yield ['All ']
    yield ['is well.']
    return end()
  },
})

const written = (inputTokens: number | undefined, outputTokens: number | undefined) => () => ({
  inputTokens,
  outputTokens,
})

async function getCounts(model: LanguageModel, pieces = Number.POSITIVE_INFINITY) {
  const metrics = createMetrics()
  let heard = 0
  try {
    for await (const _ of observedModel(model, metrics).write(prompt, never)) {
      heard += 1
      if (heard >= pieces) break
    }
  } catch {
    // How it ended is counted.
  }
  const calls = await metrics.modelSeconds.get()
  const tokens = await metrics.modelTokens.get()
  return {
    calls: calls.values
      .filter(({ metricName }) => metricName === 'footnote_model_seconds_count')
      .map(({ labels, value }) => [labels['provider'], labels['outcome'], value]),
    tokens: tokens.values.map(({ labels, value }) => [labels['direction'], value]),
  }
}

test('a call is counted with its tokens', async () => {
  expect(await getCounts(modelThat(written(21, 7)))).toEqual({
    calls: [['mistral', 'written', 1]],
    tokens: [
      ['input', 21],
      ['output', 7],
    ],
  })
})

test('tokens that the provider does not name are not counted', async () => {
  expect(await getCounts(modelThat(written(undefined, 7)))).toMatchObject({
    tokens: [['output', 7]],
  })
})

test('a failure is counted by its code', async () => {
  const refuse = () => {
    throw new ModelFailure('quota_exceeded')
  }
  expect(await getCounts(modelThat(refuse))).toEqual({
    calls: [['mistral', 'quota_exceeded', 1]],
    tokens: [],
  })
})

test('a call that nobody hears out is cancelled', async () => {
  const { calls } = await getCounts(modelThat(written(21, 7)), 1)
  expect(calls).toEqual([['mistral', 'cancelled', 1]])
})
