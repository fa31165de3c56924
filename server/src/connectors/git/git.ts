import type { GitSettings } from '@footnote/contract/admin/source-settings'
import git from 'isomorphic-git'
import type { TreeEntry } from 'isomorphic-git'
import { SourceError } from '../connector.ts'
import type { Connector, FetchOutcome, FoundPage, KnownPage } from '../connector.ts'
import { contentTypeOfPath, isTextType } from '../content-types.ts'
import { folderContainer } from '../folder-container.ts'
import { decodeText } from '../../text/decode-text.ts'
import { openRepository } from './git-repository.ts'
import type { GitDeps, Repository } from './git-repository.ts'
import { pageOfFile } from '../page-template.ts'
import { createPathFilter } from '../../platform/path-filter.ts'

const MAX_FILES = 100_000
const MAX_FOLDER_DEPTH = 50
const BATCH = 500

/** The documents of a branch. A file's blob id is its version, so only changed files are read. */
export function createGitConnector(settings: GitSettings, deps: GitDeps): Connector {
  let opened: Promise<Repository> | null = null
  const open = (signal: AbortSignal): Promise<Repository> => {
    opened ??= openRepository(settings, deps, signal).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  const isWanted = createPathFilter(settings)
  return {
    async *list(signal) {
      const repository = await open(signal)
      let batch: FoundPage[] = []
      for await (const { path, oid } of walk(repository, await readRoot(repository, settings))) {
        signal.throwIfAborted()
        if (contentTypeOfPath(path) === null || !isWanted(path)) continue
        batch.push({ key: path, version: oid, containers: [folderContainer(path)] })
        if (batch.length === BATCH) {
          yield batch
          batch = []
        }
      }
      if (batch.length > 0) yield batch
    },
    async fetch(page, signal) {
      const repository = await open(signal)
      return fetchFile(repository, settings, deps.maxFileBytes, page).catch((error: unknown) => {
        // The next attempt opens the repository again.
        opened = null
        throw error
      })
    },
    async close() {
      opened = null
    },
  }
}

type Folder = { path: string; oid: string; depth: number }

const plainFolder = (folder: string | undefined): string =>
  (folder ?? '')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')

async function readRoot(repository: Repository, { folder }: GitSettings): Promise<Folder> {
  const { commit: oid, ...from } = repository
  const path = plainFolder(folder)
  const filepath = path === '' ? undefined : path
  try {
    const tree = await readTree({ ...from, oid, ...(filepath ? { filepath } : {}) })
    return { path, oid: tree.oid, depth: 0 }
  } catch (error) {
    if (filepath === undefined || error instanceof SourceError) throw error
    throw new SourceError(`The repository has no folder ${path}.`)
  }
}

/** The library refuses names such as `..` and `.git`, which git makes none of. */
const readTree = (from: Parameters<typeof git.readTree>[0]) =>
  git.readTree(from).catch((error: unknown) => {
    if (!(error instanceof git.Errors.UnsafeFilepathError)) throw error
    throw new SourceError('The repository has a name that leads out of it.')
  })

/** Regular files only: symbolic links and submodules lead elsewhere. Hidden folders belong to tools. */
async function* walk(
  repository: Repository,
  root: Folder,
): AsyncGenerator<{ path: string; oid: string }> {
  const { commit: _, ...from } = repository
  const folders = [root]
  let files = 0
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    if (folder.depth > MAX_FOLDER_DEPTH) throw new SourceError('Its folders are nested too deep.')
    const { tree } = await readTree({ ...from, oid: folder.oid })
    for (const entry of tree.filter(isOrdinary)) {
      const path = folder.path === '' ? entry.path : `${folder.path}/${entry.path}`
      if (entry.type === 'tree') folders.push({ path, oid: entry.oid, depth: folder.depth + 1 })
      else {
        files += 1
        if (files > MAX_FILES) throw new SourceError(`It has more than ${MAX_FILES} files.`)
        yield { path, oid: entry.oid }
      }
    }
  }
}

const isOrdinary = ({ path, mode, type }: TreeEntry): boolean =>
  !path.startsWith('.') &&
  !path.includes('/') &&
  path !== 'node_modules' &&
  (type === 'tree' || (type === 'blob' && (mode === '100644' || mode === '100755')))

async function fetchFile(
  repository: Repository,
  settings: GitSettings,
  maxBytes: number,
  { key, version }: KnownPage,
): Promise<FetchOutcome> {
  const contentType = contentTypeOfPath(key)
  const skipped = (reason: string): FetchOutcome => ({ kind: 'skipped', reason, found: [] })
  if (contentType === null) return skipped('No parser supports its type.')
  const blob = await readBlob(repository, key, version)
  if (blob === null) return { kind: 'gone', reason: 'It is no longer in the branch.' }
  if (blob.length > maxBytes) return skipped(`It is larger than ${maxBytes / 1_000_000} MB.`)
  const folder = plainFolder(settings.folder)
  const path = folder === '' ? key : key.slice(folder.length + 1)
  return {
    kind: 'fetched',
    page: {
      url: pageOfFile(settings.page_url, path),
      title: null,
      content: isTextType(contentType) ? decodeText(blob, null) : blob,
      contentType,
      publishedAt: null,
      validators: null,
    },
    found: [],
  }
}

/**
 * By the id that was listed, or by path if a newer commit was fetched since. null only if the commit
 * has no such file: missing objects mean that the cache was lost.
 */
async function readBlob(
  { commit, ...from }: Repository,
  filepath: string,
  version: string | null,
): Promise<Uint8Array | null> {
  const attempts = [...(version === null ? [] : [{ oid: version }]), { oid: commit, filepath }]
  for (const attempt of attempts) {
    try {
      return (await git.readBlob({ ...from, ...attempt })).blob
    } catch (error) {
      if (!(error instanceof git.Errors.NotFoundError)) throw error
      if ('filepath' in attempt && isObjectId(error.data.what)) {
        throw new Error('The fetched repository was deleted while it was being read.', {
          cause: error,
        })
      }
    }
  }
  return null
}

/** For a path that is not in the commit, the library reports both id and path. */
const isObjectId = (what: string): boolean => /^[0-9a-f]{40}$/.test(what)
