import type { FoundPage } from '../connector.ts'

/** One page of a listing, and how to ask for the next. null: it is the last. */
export type Batch<Item> = { readonly items: readonly Item[]; readonly next: string | null }

/** Some APIs go on giving a next page after the last. */
const MAX_EMPTY_BATCHES = 3

/**
 * Follows a listing from page to page. It throws if the listing goes in a circle: what is missing from
 * an incomplete listing must not be taken for deleted.
 */
export async function* readBatches<Item>(
  first: string,
  read: (at: string) => Promise<Batch<Item>>,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<string>()
  let empty = 0
  for (let at: string | null = first; at !== null;) {
    if (seen.has(at)) throw new Error('The listing of the source goes in a circle.')
    seen.add(at)
    const batch: Batch<Item> = await read(at)
    if (batch.items.length > 0) yield batch.items
    empty = batch.items.length === 0 ? empty + 1 : 0
    at = empty === MAX_EMPTY_BATCHES ? null : batch.next
  }
}

/** Lists shift while they are read, and then have some pages twice. */
export function takeOnce(): (pages: readonly FoundPage[]) => FoundPage[] {
  const taken = new Set<string>()
  return (pages) =>
    pages.filter(({ key }) => {
      const isNew = !taken.has(key)
      taken.add(key)
      return isNew
    })
}
