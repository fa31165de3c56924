import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import type { Entry } from 'yauzl'
import { openZip } from '../../platform/archives/open-zip.ts'
import type { StoredBytes } from '../../platform/archives/stored-bytes.ts'
import type { UnpackBudget, UnpackLimits } from '../../platform/archives/unpack-budget.ts'
import { ArchiveRefused, createUnpackBudget } from '../../platform/archives/unpack-budget.ts'
import { Refusal } from '../../platform/refusal.ts'
import { SourceError } from '../connector.ts'

export const ARCHIVE_LIMITS: UnpackLimits = {
  maxEntries: 20_000,
  maxEntryBytes: 50_000_000,
  maxTotalBytes: 1_000_000_000,
  maxRatio: 200,
}

/** Its content is read, if at all, before the next file is asked for. */
export type ArchiveFile =
  | { path: string; content: AsyncIterable<Uint8Array> }
  | { path: string; skipped: string }

/**
 * The files of a zip, tar or tar.gz, one at a time and none of them whole in memory. Files that are not
 * indexed come with a reason; a broken archive or a bomb throws a SourceError.
 */
export async function* expandArchive(
  stored: StoredBytes,
  limits: UnpackLimits = ARCHIVE_LIMITS,
): AsyncGenerator<ArchiveFile> {
  const budget = createUnpackBudget(stored.size, limits)
  const first = await collect(stored.read(0, Math.min(2, stored.size)))
  const isZip = startsWith(first, 0x50, 0x4b)
  const isGzip = startsWith(first, 0x1f, 0x8b)
  const files = isZip ? unzip(stored, budget) : untar(stored, isGzip, budget)
  for await (const file of explained(files)) {
    yield 'content' in file ? { path: file.path, content: explained(file.content) } : file
  }
}

/** Says of whatever goes wrong that it was the archive, unless it could not be fetched. */
async function* explained<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  try {
    yield* pieces
  } catch (error) {
    if (error instanceof Refusal || error instanceof SourceError) throw error
    if (error instanceof ArchiveRefused) throw new SourceError(`The archive ${error.message}.`)
    const reason = error instanceof Error ? error.message : String(error)
    throw new SourceError(`The archive cannot be read: ${reason}.`)
  }
}

const startsWith = (bytes: Uint8Array, ...first: number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte)

/** Why an entry is not indexed, or null. */
function findRefusal(path: string | null): string | null {
  if (path === null) return 'Its path leads out of the archive.'
  if (isClutter(path)) return 'It is hidden.'
  return isArchivePath(path) ? 'Archives inside archives are not unpacked.' : null
}

async function* unzip(stored: StoredBytes, budget: UnpackBudget): AsyncGenerator<ArchiveFile> {
  for (const part of await openZip(stored, budget)) {
    const { name, entry } = part
    if (name.endsWith('/')) continue
    const path = safePath(name)
    const refusal = findRefusal(path) ?? refusalOfEntry(entry)
    if (path === null || refusal !== null) yield { path: name, skipped: refusal ?? '' }
    else yield { path, content: part.unpack() }
  }
}

const UNIX_TYPE = 0xf000
const UNIX_LINK = 0xa000

function refusalOfEntry(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'It is encrypted.'
  const mode = entry.externalFileAttributes >>> 16
  if ((mode & UNIX_TYPE) === UNIX_LINK) return 'It is a link.'
  return entry.canDecodeFileData() ? null : 'Its compression method is not supported.'
}

async function* untar(
  stored: StoredBytes,
  isGzip: boolean,
  budget: UnpackBudget,
): AsyncGenerator<ArchiveFile> {
  const tar = extract()
  const source = Readable.from(stored.read(0, stored.size), { objectMode: false })
  const fed = isGzip ? pipeline(source, createGunzip(), tar) : pipeline(source, tar)
  // The loop below fails with the same error and reports it.
  fed.catch(() => undefined)
  for await (const entry of tar) {
    budget.addEntry()
    const { name, type } = entry.header
    const path = safePath(name)
    const refusal =
      findRefusal(path) ?? (type === 'file' || type === 'contiguous-file' ? null : 'It is a link.')
    const content = counted(entry, budget)
    const isIndexed = path !== null && refusal === null
    if (isIndexed && type !== 'directory') yield { path, content }
    // What nobody has read is unpacked as well, and counts.
    for await (const _ of content);
    if (!isIndexed && type !== 'directory') yield { path: name, skipped: refusal ?? '' }
  }
  await fed
}

async function* counted(
  stream: AsyncIterable<unknown>,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  let inEntry = 0
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stream of something else')
    inEntry += chunk.length
    budget.addBytes(chunk.length, inEntry)
    yield chunk
  }
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const piece of pieces) chunks.push(piece)
  return Buffer.concat(chunks)
}

/** The path with forward slashes, or null if it would leave the folder it is unpacked to. */
function safePath(name: string): string | null {
  const plain = name.replaceAll('\\', '/')
  if (/^\/|^[a-z]:/i.test(plain) || hasControlCharacter(plain)) return null
  const parts = plain.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..')) return null
  return parts.join('/')
}

const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text)

/** Hidden files, and what macOS adds to archives. */
function isClutter(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

const isArchivePath = (path: string): boolean =>
  /\.(?:zip|tar|tgz|gz|bz2|xz|zst|7z|rar|jar)$/i.test(path)
