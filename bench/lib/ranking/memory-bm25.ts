import { idf } from '../../../server/src/retrieval/text-search.ts'
import { analyse, passageWeights } from '../../../server/src/text/terms.ts'

export type MemoryIndex = { rank(query: string): string[] }

/** BM25 with the product's terms and weights over texts held in memory. */
export function createMemoryIndex(texts: ReadonlyMap<string, string>): MemoryIndex {
  const postings = new Map<string, { id: string; weight: number }[]>()
  for (const [id, text] of texts) {
    for (const [term, weight] of passageWeights(analyse(text))) {
      const found = postings.get(term)
      if (found) found.push({ id, weight })
      else postings.set(term, [{ id, weight }])
    }
  }
  return {
    rank(query) {
      const scores = new Map<string, number>()
      for (const term of new Set(analyse(query))) {
        const found = postings.get(term) ?? []
        const rarity = idf(found.length, texts.size)
        for (const { id, weight } of found) {
          scores.set(id, (scores.get(id) ?? 0) + rarity * weight)
        }
      }
      return [...scores].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([id]) => id)
    },
  }
}
