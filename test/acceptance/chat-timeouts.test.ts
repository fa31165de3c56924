import { expect } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { ask, getError } from '../support/ask.ts'
import { putPages } from '../support/knowledge.ts'

const { verifies } = sharingAnswers()

// It waits the full 60 s, as a reader would.
verifies(
  ['answer-timeout.60-s-in-all', 'answer-timeout.20-s-without-token'],
  'With nothing configured, a silent model is given up after 20 s and a slow one after 60 s',
  async ({ service, model, knowledge: docs }) => {
    await putPages(service, docs.knowledgeBaseId, [
      { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
    ])
    const slow = says(
      Array.from({ length: 30 }, () => 'word '),
      { delayMs: 8_000 },
    )
    model.answer(({ messages }) =>
      messages.at(-1)?.content.includes('slowly') ? slow : hangs('It ', 'is '),
    )
    const timed = async (question: string) => {
      const started = performance.now()
      const { error_code } = getError(await ask(service, docs, { query: question }))
      return { error_code, seconds: (performance.now() - started) / 1000 }
    }
    const [silent, dripping] = await Promise.all([
      timed('How do I reset a key?'),
      timed('How do I slowly reset a key?'),
    ])
    for (const [given, limit] of [
      [silent, 20],
      [dripping, 60],
    ] as const) {
      expect(given.error_code).toBe('timeout')
      expect(given.seconds).toBeGreaterThan(limit - 1)
      expect(given.seconds).toBeLessThan(limit + 8)
    }
  },
)
