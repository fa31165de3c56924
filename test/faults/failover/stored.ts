import pg from 'pg'
import type { Promised } from './service-clients.ts'
import { buildUrl } from './service-clients.ts'

export type Lost = { documents: number; restrictions: number; answers: number; ratings: number }

/** Compares what the service promised with what the database holds. */
export async function countLost(superuserUrl: string, promised: Promised): Promise<Lost> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const documents = await client.query<{ url: string; visibility: string }>(
      'select url, visibility::text from documents',
    )
    const messages = await client.query<{ id: string }>('select id::text from messages')
    const ratings = await client.query<{ message_id: string; comment: string | null }>(
      'select message_id::text, comment from ratings',
    )
    const visibility = new Map(documents.rows.map((row) => [row.url, row.visibility]))
    const answers = new Set(messages.rows.map(({ id }) => id))
    const rated = new Map(ratings.rows.map((row) => [row.message_id, Number(row.comment)]))
    return {
      documents: [...promised.documents.keys()].filter((page) => !visibility.has(buildUrl(page)))
        .length,
      restrictions: [...promised.restricted].filter(
        (page) => visibility.get(buildUrl(page)) !== 'restricted',
      ).length,
      answers: promised.answers.filter((id) => !answers.has(id)).length,
      // A later one may have been stored without being acknowledged.
      ratings: [...promised.ratings].filter(([id, number]) => !((rated.get(id) ?? -1) >= number))
        .length,
    }
  } finally {
    await client.end()
  }
}
