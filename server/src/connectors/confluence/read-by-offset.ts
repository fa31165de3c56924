/** One page of a listing that is counted. */
export type Counted<Item> = { readonly items: readonly Item[]; readonly hasMore: boolean }

const MAX_RESTARTS = 3
/** Some versions go on giving a next page after the last. */
const MAX_EMPTY_BATCHES = 3

/**
 * Follows a listing by counting, for servers that cut short what is asked for and miscount the next
 * page. The last item of a page is the first of the next, or else the list has shifted meanwhile, and
 * reading starts again: what a shift hides must not be taken for deleted.
 */
export async function* readByOffset<Item extends { id: string }>(
  read: (start: number) => Promise<Counted<Item>>,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<string>()
  let last: string | null = null
  let empty = 0
  let restarts = 0
  for (let start = 0; ;) {
    const { items, hasMore } = await read(start)
    if (last !== null && items[0]?.id !== last) {
      restarts += 1
      if (restarts > MAX_RESTARTS) throw new Error('The listing changed while it was read.')
      start = 0
      last = null
      continue
    }
    const fresh = items.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    if (fresh.length > 0) yield fresh
    empty = fresh.length === 0 ? empty + 1 : 0
    if (!hasMore || empty === MAX_EMPTY_BATCHES) return
    const overlap = items.length > 1 ? 1 : 0
    last = overlap === 1 ? (items.at(-1)?.id ?? null) : null
    start += Math.max(items.length - overlap, 1)
  }
}
