import { runSql, superuserUrl } from '../lib/database.ts'

/** What each column of the messages after this one takes on average, compressed as it is stored. */
export async function readColumns(
  ownerUrl: string,
  after: string,
): Promise<Record<string, number>> {
  const url = superuserUrl(ownerUrl)
  const names = await runSql<{ name: string }>(
    url,
    `select attname as name from pg_attribute
     where attrelid = 'messages'::regclass and attnum > 0 and not attisdropped`,
  )
  const sizes = names.map(
    ({ name }) => `coalesce(round(avg(coalesce(pg_column_size(${name}), 0))), 0)::int as ${name}`,
  )
  const [row = {}] = await runSql<Record<string, number>>(
    url,
    `select ${sizes.join(', ')} from messages where id > $1`,
    [after],
  )
  const entries = Object.entries(row).filter(([, bytes]) => bytes > 0)
  return Object.fromEntries(entries.toSorted(([, a], [, b]) => b - a))
}
