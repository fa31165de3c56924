import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Refusal } from '../platform/refusal.ts'
import type { PreparedPage } from './reference/prepared-page.ts'
import { preparePage } from './reference/prepared-page.ts'

/** For files whose names change with their content. */
export const KEEP_FOR_GOOD = 'public, max-age=31536000, immutable'

/** What a build may contain; anything else in its folder is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

export type BuiltFiles = {
  has(name: string): boolean
  /** Refused with NOT_FOUND when it is not there. */
  get(name: string): PreparedPage
}

/** The files of a folder that a build wrote, read once. */
export async function readBuiltFiles(
  folder: string,
  cacheControlOf: (name: string) => string | undefined,
): Promise<BuiltFiles> {
  const files = new Map<string, PreparedPage>()
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const type = TYPES[extname(name)]
    if (type === undefined) continue
    const content = await readFile(join(folder, name))
    files.set(
      name,
      preparePage(type, () => content, cacheControlOf(name)),
    )
  }
  return {
    has: (name) => files.has(name),
    get(name) {
      const file = files.get(name)
      if (!file) throw new Refusal('NOT_FOUND')
      return file
    },
  }
}
