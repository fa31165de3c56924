type PageQuery = { limit: number; cursor: string | undefined }

/** Fetches every page of a list. */
export async function collectPages<Item>(
  limit: number,
  read: (query: PageQuery) => Promise<{ items: Item[]; next_cursor: string | null }>,
): Promise<Item[]> {
  const found: Item[] = []
  let cursor: string | undefined
  do {
    const part = await read({ limit, cursor })
    found.push(...part.items)
    cursor = part.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}
