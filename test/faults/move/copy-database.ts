import { runSql, superuserUrl } from '../../../bench/lib/database.ts'

/** The same rows under another name. */
export async function copyDatabase(ownerUrl: string, name: string): Promise<string> {
  const url = new URL(ownerUrl)
  const administration = new URL(superuserUrl(ownerUrl))
  administration.pathname = '/postgres'
  const source = url.pathname.slice(1)
  await runSql(
    administration.href,
    `create database ${name} template ${source} owner ${url.username}`,
  )
  url.pathname = `/${name}`
  return url.href
}
