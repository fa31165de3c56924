import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { fromBufferPromise } from 'yauzl'
import type { Entry } from 'yauzl'
import { ARCHIVE_LIMITS, createArchiveBudget } from './archive-budget.ts'
import type { ArchiveBudget, ArchiveLimits } from './archive-budget.ts'
import { isArchivePath, isClutter, safePath } from './archive-path.ts'
import { SourceError } from './connector.ts'

export type ArchiveFile = { path: string; content: Uint8Array } | { path: string; skipped: string }

/**
 * The files of a zip, tar or tar.gz, one by one, each whole in memory. Those that are not for the
 * index come with a reason; an archive that is broken or a bomb throws a SourceError.
 */
export async function* expandArchive(
  bytes: Uint8Array,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<ArchiveFile> {
  const budget = createArchiveBudget(bytes.length, limits)
  const isZip = startsWith(bytes, 0x50, 0x4b)
  const isGzip = startsWith(bytes, 0x1f, 0x8b)
  try {
    yield* isZip ? unzip(bytes, budget) : untar(bytes, isGzip, budget)
  } catch (error) {
    if (error instanceof SourceError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new SourceError(`The archive cannot be read: ${reason}.`)
  }
}

const startsWith = (bytes: Uint8Array, ...first: number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte)

/** Why an entry is not for the index, or null. */
function refusalOf(path: string | null): string | null {
  if (path === null) return 'Its path leads out of the archive.'
  if (isClutter(path)) return 'It is hidden.'
  return isArchivePath(path) ? 'Archives inside of archives are not unpacked.' : null
}

async function* unzip(bytes: Uint8Array, budget: ArchiveBudget): AsyncGenerator<ArchiveFile> {
  // Names are checked here: the library would give up the archive for one that is wrong.
  const options = { decodeStrings: false, lazyEntries: true, autoClose: false }
  const archive = await fromBufferPromise(Buffer.from(bytes), options)
  for await (const entry of archive.eachEntry()) {
    budget.addEntry()
    const name = nameOf(entry)
    if (name.endsWith('/')) continue
    const path = safePath(name)
    const refusal = refusalOf(path) ?? refusalOfEntry(entry)
    if (path === null || refusal !== null) yield { path: name, skipped: refusal ?? '' }
    else yield { path, content: await collect(await archive.openReadStreamPromise(entry), budget) }
  }
}

/** Old tools wrote names in the code page of their machine; UTF-8 is what remains of that. */
const nameOf = ({ fileNameRaw }: Entry): string => fileNameRaw.toString('utf8')

const UNIX_TYPE = 0xf000
const UNIX_LINK = 0xa000

function refusalOfEntry(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'It is encrypted.'
  const mode = entry.externalFileAttributes >>> 16
  if ((mode & UNIX_TYPE) === UNIX_LINK) return 'It is a link.'
  return entry.canDecodeFileData() ? null : 'It is compressed in a way that cannot be read.'
}

async function* untar(
  bytes: Uint8Array,
  isGzip: boolean,
  budget: ArchiveBudget,
): AsyncGenerator<ArchiveFile> {
  const tar = extract()
  const source = Readable.from([bytes])
  const fed = isGzip ? pipeline(source, createGunzip(), tar) : pipeline(source, tar)
  // The reader below fails with the same error, and says so.
  fed.catch(() => undefined)
  for await (const entry of tar) {
    budget.addEntry()
    const { name, type } = entry.header
    const path = safePath(name)
    const refusal =
      refusalOf(path) ?? (type === 'file' || type === 'contiguous-file' ? null : 'It is a link.')
    // What is passed over is unpacked as well, and counts.
    const content = await collect(entry, budget)
    if (type === 'directory') continue
    if (path === null || refusal !== null) yield { path: name, skipped: refusal ?? '' }
    else yield { path, content }
  }
  await fed
}

async function collect(stream: AsyncIterable<unknown>, budget: ArchiveBudget): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stream of something else')
    size += chunk.length
    budget.addBytes(chunk.length, size)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
