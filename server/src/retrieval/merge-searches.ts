import type { RankedPassage, Retrieved } from './retrieve.ts'

type Merged = Pick<Retrieved, 'passages' | 'candidates'>

/** Several searches as one: the best of each, then the second of each, and each passage once. */
export function mergeSearches(searches: readonly Merged[], limit: number): Merged {
  const [only] = searches
  if (only && searches.length === 1) return only
  const passages = interleaved(
    searches.map((search) => search.passages),
    ({ id }) => id,
  )
  const candidates = interleaved(
    searches.map((search) => search.candidates),
    ({ passageId }) => passageId,
  )
  return { passages: passages.slice(0, limit), candidates }
}

function interleaved<Item extends RankedPassage | Retrieved['candidates'][number]>(
  lists: readonly (readonly Item[])[],
  getId: (item: Item) => string,
): Item[] {
  const found = new Map<string, Item>()
  const longest = Math.max(0, ...lists.map((list) => list.length))
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const item = list[rank]
      if (!item) continue
      const known = found.get(getId(item))
      if (!known) found.set(getId(item), item)
      else if (item.relevance > known.relevance) found.set(getId(item), item)
    }
  }
  return [...found.values()]
}
