import { isId } from '@footnote/contract/id'
import type { Page } from '../../platform/page.ts'
import { Refusal } from '../../platform/refusal.ts'

export type ListedPage<Row> = { rows: Row[]; next_cursor: string | null }

/** Reads one page and the cursor of the next. Refuses a cursor that is not an id. */
export async function listPage<Row extends { id: string }>(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (page: Page) => Promise<Row[]>,
): Promise<ListedPage<Row>> {
  if (cursor !== undefined && !isId(cursor)) throw new Refusal('BAD_REQUEST')
  // Reading one extra row shows whether there is a next page.
  const found = await read({ limit: limit + 1, after: cursor })
  const rows = found.slice(0, limit)
  return { rows, next_cursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}
