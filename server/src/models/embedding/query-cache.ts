import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Embedder } from './embedder.ts'

type Flight = {
  readonly vector: Promise<Float32Array>
  readonly controller: AbortController
  callers: number
}

/**
 * Keeps the vectors of recent queries, and makes one embedding of many simultaneous same queries.
 * The shared work is cancelled only when every caller has aborted.
 */
export function cacheQueries(
  embedder: Embedder,
  { maxEntries }: { readonly maxEntries: number },
): Embedder {
  const vectors = new LRUCache<string, Float32Array>({ max: maxEntries })
  const flights = new Map<string, Flight>()

  function takeOff(key: string, text: string): Flight {
    const controller = new AbortController()
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    const vector = embedder.embedQuery(text, controller.signal).then(
      (embedded) => {
        vectors.set(key, embedded)
        land()
        return embedded
      },
      (error: unknown) => {
        land()
        throw error
      },
    )
    const flight: Flight = { vector, controller, callers: 0 }
    flights.set(key, flight)
    return flight
  }

  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    similarityBaseline: async () => embedder.similarityBaseline(),
    ...(embedder.offTopicExamples ? { offTopicExamples: embedder.offTopicExamples } : {}),
    vocabulary: embedder.vocabulary,
    embedPassages: async (texts, signal, options) => embedder.embedPassages(texts, signal, options),
    async embedQuery(text, signal) {
      signal?.throwIfAborted()
      const query = normaliseQuery(text)
      const key = cacheKey(query)
      const cached = vectors.get(key)
      if (cached) return cached
      const flight = flights.get(key) ?? takeOff(key, query)
      flight.callers += 1
      return join(flight, signal, () => {
        flights.delete(key)
        flight.controller.abort(signal?.reason)
      })
    },
    close: async () => embedder.close(),
  }
}

/** Hashed: a normalised query may have 72,000 characters. */
export const cacheKey = (query: string): string => hash('sha256', query, 'base64')

/** White space and letter width do not make a different question. */
export function normaliseQuery(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ')
}

async function join(
  flight: Flight,
  signal: AbortSignal | undefined,
  onLastLeft: () => void,
): Promise<Float32Array> {
  if (!signal) return flight.vector
  const left = Promise.withResolvers<never>()
  const onAbort = () => {
    flight.callers -= 1
    if (flight.callers === 0) onLastLeft()
    left.reject(signal.reason)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([flight.vector, left.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
