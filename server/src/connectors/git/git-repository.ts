import { createHash } from 'node:crypto'
import { mkdir, realpath, rm, stat } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import type { GitSettings } from '@footnote/contract/admin/source-settings'
import git from 'isomorphic-git'
import type { FsClient } from 'isomorphic-git'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { SourceError } from '../connector.ts'
import { fetchedAddress } from '../fetched-address.ts'
import { createGitFiles } from './git-files.ts'
import { createGitHttp } from './git-http.ts'
import type { GitHttpDeps } from './git-http.ts'
import { checkPack } from './git-pack.ts'

export type GitDeps = {
  /** Each source has its own cache, since one that starts over is deleted. */
  readonly sourceId: string
  readonly fetchPage: FetchPage
  /** Whether `fetchPage` signs in. */
  readonly signsIn: boolean
  /** Disposable: what is missing is fetched again. */
  readonly cacheFolder: string
  /** Local repositories are allowed below these folders. */
  readonly localFolders: readonly string[]
  readonly maxFileBytes: number
}

/** A commit of a repository whose objects are on this machine. */
export type Repository = {
  readonly fs: FsClient
  readonly gitdir: string
  readonly commit: string
  readonly cache: object
}

const MAX_PACK_BYTES = 200_000_000
/** Larger updates are replaced by a fresh fetch without history. */
const MAX_UPDATE_BYTES = 50_000_000
const PACK_LIMITS = {
  // The largest file that common hosts accept.
  maxObjectBytes: 100_000_000,
  maxTotalBytes: 2_000_000_000,
  maxObjects: 1_000_000,
}
/** Our ref in the cache for the last fetch, so that only later changes are sent. */
const FETCHED = 'fetched'

export function openRepository(
  settings: GitSettings,
  deps: GitDeps,
  signal: AbortSignal,
): Promise<Repository> {
  const isRemote = fetchedAddress(settings) !== null
  return isRemote ? openRemote(settings, deps, signal) : openLocal(settings, deps)
}

async function openRemote(
  { repository: url, branch }: GitSettings,
  deps: GitDeps,
  signal: AbortSignal,
): Promise<Repository> {
  const { sourceId, cacheFolder } = deps
  const httpWithin = (maxBytes: number) => createGitHttp(deps, maxBytes, signal)
  const { ref, oid } = await findBranch(deps, { repository: url, branch }, signal)
  const name = createHash('sha256').update(`${sourceId}\n${url}\n${ref}`).digest('hex')
  const gitdir = join(cacheFolder, name.slice(0, 32))
  const fs = createGitFiles({ folder: gitdir, checkPack: (pack) => checkPack(pack, PACK_LIMITS) })
  const repository = { fs, gitdir, commit: oid }
  if (await hasCommit({ ...repository, cache: {} })) return { ...repository, cache: {} }
  const from = { fs, gitdir, url, ref: FETCHED, remoteRef: ref, remote: 'origin' }
  try {
    // Without a depth, since servers would send all files again.
    const since = { ...from, singleBranch: true, tags: false }
    await git.resolveRef({ fs, gitdir, ref: `refs/heads/${FETCHED}` })
    await git.fetch({ ...since, http: httpWithin(MAX_UPDATE_BYTES) })
  } catch {
    signal.throwIfAborted()
    // The cache is empty, was left incomplete by a killed worker, or the branch was rewritten.
    await rm(gitdir, { recursive: true, force: true })
  }
  if (!(await hasCommit({ ...repository, cache: {} }))) {
    await rm(gitdir, { recursive: true, force: true })
    await mkdir(gitdir, { recursive: true })
    await git.init({ fs, gitdir, bare: true })
    await git.addRemote({ fs, gitdir, remote: 'origin', url })
    const http = httpWithin(MAX_PACK_BYTES)
    await git.fetch({ ...from, http, singleBranch: true, depth: 1, tags: false })
  }
  await git.writeRef({ fs, gitdir, ref: `refs/heads/${FETCHED}`, value: oid, force: true })
  return { ...repository, cache: {} }
}

export async function findBranch(
  deps: GitHttpDeps,
  { repository: url, branch }: Pick<GitSettings, 'repository' | 'branch'>,
  signal: AbortSignal,
): Promise<{ ref: string; oid: string }> {
  const http = createGitHttp(deps, MAX_PACK_BYTES, signal)
  const refs = await git
    .listServerRefs({ http, url, symrefs: true, protocolVersion: 1 })
    .catch((error: unknown) => {
      const isNotGit = error instanceof Error && error.name === 'SmartHttpError'
      throw isNotGit ? new SourceError('There is no git repository at this address.') : error
    })
  const wanted = branch === undefined ? 'HEAD' : `refs/heads/${branch}`
  const found = refs.find(({ ref }) => ref === wanted)
  if (found) return found
  throw new SourceError(
    branch === undefined ? 'The repository is empty.' : `The repository has no branch ${branch}.`,
  )
}

const hasCommit = ({ fs, gitdir, commit, cache }: Repository): Promise<boolean> =>
  git.readTree({ fs, gitdir, oid: commit, cache }).then(
    () => true,
    () => false,
  )

async function openLocal(
  { repository: path, branch }: GitSettings,
  { localFolders }: GitDeps,
): Promise<Repository> {
  // The same answer whether it exists or not, so that nobody can probe the server's paths.
  const refused = new SourceError(
    'There is no repository at this path below a folder that the operator allows.',
  )
  const gitdir = isAbsolute(path) ? await findGitFolder(path) : null
  if (gitdir === null || !(await isBelow(gitdir, localFolders))) throw refused
  const fs = createGitFiles({ folder: gitdir, checkPack: null })
  const ref = branch === undefined ? 'HEAD' : `refs/heads/${branch}`
  const commit = await git.resolveRef({ fs, gitdir, ref }).catch(() => {
    const reason = branch === undefined ? 'is empty' : `has no branch ${branch}`
    throw new SourceError(`The repository ${reason}.`)
  })
  return { fs, gitdir, commit, cache: {} }
}

/** A bare repository, or the .git folder of a working copy. */
async function findGitFolder(path: string): Promise<string | null> {
  for (const folder of [join(path, '.git'), path]) {
    const isRepository = await stat(join(folder, 'HEAD')).then(
      (found) => found.isFile(),
      () => false,
    )
    if (isRepository) return realpath(folder)
  }
  return null
}

async function isBelow(folder: string, allowed: readonly string[]): Promise<boolean> {
  const roots = await Promise.all(allowed.map((each) => realpath(each).catch(() => null)))
  return roots.some(
    (root) => root !== null && folder.startsWith(root.endsWith(sep) ? root : root + sep),
  )
}
