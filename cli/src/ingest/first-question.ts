import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@footnote/client'

/** The server writes starter questions a few seconds after the last document. */
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 500

/**
 * A question that the new knowledge base can answer: the starter question that finds the best
 * passage. Undefined if none finds any.
 */
export async function findFirstQuestion(
  client: Pick<Client, 'suggestedQuestions' | 'search'>,
  patienceMs = PATIENCE_MS,
): Promise<string | undefined> {
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    const { questions } = await client.suggestedQuestions()
    if (questions.length > 0) return bestFound(client, questions)
    if (performance.now() > deadlineMs) return undefined
    await sleep(LOOK_EVERY_MS)
  }
}

async function bestFound(
  client: Pick<Client, 'search'>,
  questions: readonly string[],
): Promise<string | undefined> {
  let best: { query: string; score: number } | undefined
  for (const query of questions) {
    const [result] = (await client.search({ query, limit: 1 })).results
    if (result && result.rrf_score > (best?.score ?? 0)) best = { query, score: result.rrf_score }
  }
  return best?.query
}
