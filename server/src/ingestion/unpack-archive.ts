import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { fromBufferPromise } from 'yauzl'
import { contentTypeOfPath } from './connectors/content-types.ts'

export type UnpackLimits = { files: number; fileBytes: number; totalBytes: number }

/** A documentation of 10,000 pages with its pictures has some 200 MB. */
const LIMITS: UnpackLimits = {
  files: 20_000,
  fileBytes: 50 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
}

export type UnpackedFile =
  | { path: string; contentType: string; bytes: Buffer }
  | { path: string; skipped: string }

/** An archive that cannot be unpacked, in words for whoever uploaded it. */
export class BadArchive extends Error {}

/** The files of a zip, or of a tar that may be gzipped, one at a time. */
export async function* unpackArchive(
  archive: Buffer,
  limits = LIMITS,
): AsyncGenerator<UnpackedFile> {
  let files = 0
  let totalBytes = 0
  for await (const file of archive.subarray(0, 2).toString() === 'PK'
    ? unzip(archive, limits)
    : untar(archive, limits)) {
    files += 1
    if (files > limits.files) throw new BadArchive(`It has more than ${limits.files} files.`)
    if ('bytes' in file) totalBytes += file.bytes.length
    if (totalBytes > limits.totalBytes) throw new BadArchive('It unpacks to more than 1 GB.')
    yield file
  }
}

async function* unzip(archive: Buffer, limits: UnpackLimits): AsyncGenerator<UnpackedFile> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true }).catch((error: unknown) => {
    throw new BadArchive('It is not a zip that can be read.', { cause: error })
  })
  for await (const entry of zip.eachEntry()) {
    const path = entry.fileName
    if (path.endsWith('/')) continue
    const refused = refusalOf(path, entry.uncompressedSize, limits)
    if (refused !== undefined) yield { path, skipped: refused }
    else if (entry.isEncrypted()) yield { path, skipped: 'It is encrypted.' }
    else yield await readFile(path, await zip.openReadStreamPromise(entry), limits)
  }
}

async function* untar(archive: Buffer, limits: UnpackLimits): AsyncGenerator<UnpackedFile> {
  const entries = extract()
  const isGzip = archive[0] === 0x1f && archive[1] === 0x8b
  const source = Readable.from([archive])
  const unpacked = isGzip ? source.pipe(createGunzip()) : source
  unpacked.on('error', (error) => entries.destroy(error))
  unpacked.pipe(entries)
  let allBytes = 0
  try {
    for await (const entry of entries) {
      const { name: path, type, size } = entry.header
      // Also of what is passed over: it is unpacked all the same.
      allBytes += size
      if (allBytes > limits.totalBytes) throw new BadArchive('It unpacks to more than 1 GB.')
      if (type !== 'file') {
        entry.resume()
        continue
      }
      const refused = refusalOf(path, size, limits)
      if (refused === undefined) yield await readFile(path, entry, limits)
      else {
        entry.resume()
        yield { path, skipped: refused }
      }
    }
  } catch (error) {
    if (error instanceof BadArchive) throw error
    throw new BadArchive('It is neither a zip nor a tar that can be read.', { cause: error })
  } finally {
    source.destroy()
  }
}

function refusalOf(path: string, size: number, { fileBytes }: UnpackLimits): string | undefined {
  const parts = path.split('/')
  if (path.startsWith('/') || path.includes('\\') || parts.includes('..')) {
    return 'Its path leads out of the archive.'
  }
  if (parts.some((part) => part.startsWith('.') || part === '__MACOSX')) return 'It is hidden.'
  if (contentTypeOfPath(path) === null) return 'Its type is not read.'
  return size > fileBytes ? `It has more than ${fileBytes} bytes.` : undefined
}

/** What an archive says of a size may be a lie, so it is counted. */
async function readFile(
  path: string,
  stream: AsyncIterable<unknown>,
  { fileBytes }: UnpackLimits,
): Promise<UnpackedFile> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new BadArchive(`${path} cannot be read.`)
    size += chunk.length
    if (size > fileBytes) throw new BadArchive(`${path} has more bytes than the archive says.`)
    chunks.push(chunk)
  }
  const contentType = contentTypeOfPath(path) ?? 'application/octet-stream'
  return { path: path.replace(/^\.\//, ''), contentType, bytes: Buffer.concat(chunks) }
}
