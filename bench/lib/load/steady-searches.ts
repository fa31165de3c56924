import type { SearchService } from './search-service.ts'

/** What a search showed: its passages and their vector scores. */
export type Signature = string

export type Observed = {
  question: number
  startMs: number
  milliseconds: number
  /** null: it failed. */
  signature: Signature | null
}

export async function searchOnce(
  { url, headers }: Pick<SearchService, 'url' | 'headers'>,
  query: string,
): Promise<Signature | null> {
  try {
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })
    const text = await reply.text()
    return reply.status === 200 ? signatureOf(text) : null
  } catch {
    return null
  }
}

type Reply = { results: { chunk: { id: string }; vector_score: number }[] }

function signatureOf(text: string): Signature {
  const { results } = JSON.parse(text) as Reply
  return results
    .map(({ chunk, vector_score }) => `${chunk.id} ${vector_score.toFixed(6)}`)
    .join('\n')
}

/** So many searches a second, whether or not those before have been answered. */
export function searchSteadily(
  service: Pick<SearchService, 'url' | 'headers'>,
  questions: readonly string[],
  perSecond: number,
): { stop(): Promise<Observed[]> } {
  const observed: Promise<Observed>[] = []
  const timer = setInterval(() => {
    const question = observed.length % questions.length
    const startMs = performance.now()
    const search = searchOnce(service, questions[question] ?? '').then((signature) => ({
      question,
      startMs,
      milliseconds: performance.now() - startMs,
      signature,
    }))
    observed.push(search)
  }, 1000 / perSecond)
  return {
    stop() {
      clearInterval(timer)
      return Promise.all(observed)
    },
  }
}
