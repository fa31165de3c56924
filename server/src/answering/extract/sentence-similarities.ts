import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { withoutInlineCode } from '../../text/inline-code.ts'
import type { Embedder } from '../../models/embedding/embedder.ts'
import { calibrate, dot } from '../../models/embedding/similarity-baseline.ts'
import type { QuotablePassage } from './passage-sentences.ts'
import { headingsOf, type Similarities } from './score-sentences.ts'

/** Of each model: some 8 MB with 384 dimensions. Sentences of popular pages are embedded once. */
const MAX_VECTORS = 5_000
/** The reader is waiting. Without an answer by then the words alone decide. */
const TIMEOUT_MS = 300
/** So many new ones at a time: other readers' questions wait behind them. */
const MAX_NEW = 24
const MAX_CHARACTERS = 400

const caches = new WeakMap<Embedder, LRUCache<string, Float32Array>>()

/**
 * Compares the sentences and headings of passages with a question, by the model that embedded both.
 * Empty when the model fails or takes too long: an answer by words is better than none.
 */
export async function compareSentences(
  embedder: Embedder,
  question: string,
  passages: readonly QuotablePassage[],
  { signal, timeoutMs = TIMEOUT_MS }: { signal: AbortSignal; timeoutMs?: number },
): Promise<Similarities> {
  const vectors = caches.get(embedder) ?? new LRUCache({ max: MAX_VECTORS })
  caches.set(embedder, vectors)
  const texts = [...new Set(passages.flatMap(textsOf))].map((text) => ({ text, key: keyOf(text) }))
  const fresh = texts.filter(({ key }) => !vectors.has(key)).slice(0, MAX_NEW)
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const [asked, made, baseline] = await Promise.all([
      embedder.embedQuery(question, bounded),
      embedder.embedPassages(
        fresh.map(({ text }) => withoutInlineCode(text).slice(0, MAX_CHARACTERS)),
        bounded,
        { urgent: true },
      ),
      embedder.similarityBaseline(),
    ])
    for (const [index, { key }] of fresh.entries()) {
      const vector = made[index]
      if (vector) vectors.set(key, vector)
    }
    return new Map(
      texts.flatMap(({ text, key }) => {
        const vector = vectors.get(key)
        return vector ? [[text, calibrate(dot(asked, vector), baseline)] as const] : []
      }),
    )
  } catch {
    signal.throwIfAborted()
    return new Map()
  }
}

const keyOf = (text: string): string => hash('sha256', text, 'base64')

/** Headings first: they tell the sections apart when not all sentences can be embedded. */
function textsOf({ passage, sentences }: QuotablePassage): string[] {
  const read = sentences.filter(({ kind }) => kind !== 'code')
  const headings = read.map(({ heading }) => headingsOf(passage, heading))
  return [...new Set(headings), ...read.map(({ text }) => text)]
}
