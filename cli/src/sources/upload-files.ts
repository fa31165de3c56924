import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AdminClient } from '@footnote/client/admin'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'
import { retryWithBackoff } from '../ingest/retry-with-backoff.ts'
import { count, plain } from '../plain.ts'

const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i
const READ = /\.(html?|xhtml|md|markdown|mdx|adoc|asciidoc|ipynb|txt|csv|pdf|docx|xlsx|pptx|epub)$/i

export type Upload = { knowledgeBaseId: string; sourceId: string }

/** Uploads files, folders and archives to a source. Returns how many files were stored. */
export async function uploadFiles(
  admin: AdminClient,
  { knowledgeBaseId, sourceId }: Upload,
  paths: readonly string[],
): Promise<number> {
  const note = (text: string) => void process.stderr.write(`${text}\n`)
  let stored = 0
  for (const path of paths) {
    if (ARCHIVE.test(path)) {
      const bytes = await readFile(path)
      const result = await admin.sourceFiles.putArchive(knowledgeBaseId, sourceId, { bytes })
      stored += result.stored
      for (const { path: file, reason } of result.skipped) note(`${plain(file)}: ${reason}`)
    } else {
      for (const file of await listFiles(path)) {
        const bytes = await readFile(file.from)
        await retryWithBackoff(
          () => admin.sourceFiles.put(knowledgeBaseId, sourceId, { path: file.path, bytes }),
          (error, seconds) => note(`${error.message} Trying again in ${seconds} s.`),
        )
        stored += 1
      }
    }
  }
  note(`uploaded ${count(stored)} ${stored === 1 ? 'file' : 'files'}`)
  return stored
}

type LocalFile = { from: string; path: string }

/** Skips hidden files, `node_modules` and symbolic links, as `footnote ingest` does. */
async function listFiles(path: string): Promise<LocalFile[]> {
  const info = await stat(path).catch(() => undefined)
  if (!info) throw new Failure(`${path} does not exist.`, USAGE_EXIT_CODE)
  if (info.isFile()) return [{ from: path, path: basename(path) }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && READ.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((from) => ({ from, path: from.slice(join(path, '/').length).replaceAll('\\', '/') }))
    .filter((file) => !file.path.split('/').some(isPassedOver))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

const isPassedOver = (part: string): boolean => part.startsWith('.') || part === 'node_modules'
