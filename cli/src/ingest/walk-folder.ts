import { readdir } from 'node:fs/promises'
import { extname, join, posix } from 'node:path'
import type { DocumentInput } from '@footnote/client/admin'

const CONTENT_TYPES: Readonly<Record<string, DocumentInput['content_type']>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.mdx': 'text/mdx',
  '.adoc': 'text/asciidoc',
  '.asciidoc': 'text/asciidoc',
  '.ipynb': 'application/x-ipynb+json',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.txt': 'text/plain',
}

/** Whether a file of this name is one that can be indexed. */
export const isDocument = (path: string): boolean =>
  Object.hasOwn(CONTENT_TYPES, extname(path).toLowerCase())

export type FoundFile = {
  /** From the folder, with `/` on every system. */
  readonly path: string
  readonly contentType: DocumentInput['content_type']
}

/**
 * The documents under a folder, sorted by path. Names that begin with a dot, `node_modules` and
 * symbolic links are skipped: a link may lead out of the folder or form a cycle. So are paths that a
 * pattern such as `drafts/**` excludes.
 */
export async function walkFolder(
  folder: string,
  exclude: readonly string[] = [],
): Promise<FoundFile[]> {
  const isExcluded = (path: string) => exclude.some((pattern) => posix.matchesGlob(path, pattern))
  const found: FoundFile[] = []
  const visit = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const entryPath = path === '' ? entry.name : `${path}/${entry.name}`
      if (isExcluded(entryPath)) continue
      const contentType = CONTENT_TYPES[extname(entry.name).toLowerCase()]
      if (entry.isDirectory()) await visit(entryPath)
      else if (entry.isFile() && contentType) found.push({ path: entryPath, contentType })
    }
  }
  await visit('')
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}
