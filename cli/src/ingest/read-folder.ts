import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Candidate, Shared, Source } from './candidate.ts'
import { pageUrl } from './page-url.ts'
import type { FoundFile } from './walk-folder.ts'
import { walkFolder } from './walk-folder.ts'

type Choice = {
  /** Patterns of paths. */
  exclude?: readonly string[]
  comesFirst?: (path: string) => boolean
  /** Leaves out every other path. */
  only?: string
}

/** Sorted by path, after those that come first. */
export async function readFolder(
  folder: string,
  baseUrl: string,
  shared: Shared,
  { exclude, comesFirst = () => false, only }: Choice = {},
): Promise<Source> {
  const all = await walkFolder(folder, exclude)
  const found = all.filter(({ path }) => only === undefined || path === only)
  const files = [
    ...found.filter(({ path }) => comesFirst(path)),
    ...found.filter(({ path }) => !comesFirst(path)),
  ]
  return { total: files.length, candidates: readFiles(folder, baseUrl, files, shared) }
}

async function* readFiles(
  folder: string,
  baseUrl: string,
  files: readonly FoundFile[],
  shared: Shared,
): AsyncGenerator<Candidate> {
  const pathByUrl = new Map<string, string>()
  for (const { path, contentType } of files) {
    const url = pageUrl(baseUrl, path)
    const twin = pathByUrl.get(url)
    pathByUrl.set(url, twin ?? path)
    if (twin !== undefined) {
      yield { label: path, problem: `has the same URL as ${twin}: ${url}` }
      continue
    }
    const content = decode(await readFile(join(folder, path)))
    if (content === undefined) yield { label: path, problem: 'is not UTF-8 text' }
    else yield { label: path, document: { url, content, content_type: contentType, ...shared } }
  }
}

/** Drops a byte order mark. Undefined if the bytes are not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
