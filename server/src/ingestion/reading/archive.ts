import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { UnreadableDocument } from './unreadable.ts'

/** The parts of an Office document or a book, unpacked one by one when they are asked for. */
export type Archive = {
  has(name: string): boolean
  text(name: string): Promise<string>
  /** Piece by piece, so that a large part is never in memory as a whole. */
  stream(name: string, onText: (text: string) => void): Promise<void>
}

const MIB = 1024 * 1024
const MAX_ENTRIES = 10_000
/** Of all that is unpacked of one document. */
const MAX_UNPACKED_BYTES = 96 * MIB
/** XML packs to a twentieth or so; what packs to less than this says nothing at great length. */
const MAX_RATIO = 200
const MIN_BOMB_BYTES = MIB

/** Looks at what an archive claims before anything of it is unpacked. */
export async function openArchive(content: Uint8Array, kind: string): Promise<Archive> {
  const zip = await open(content, kind)
  const entries = await entriesOf(zip)
  refuseOverlaps([...entries.values()])
  let unpackedBytes = 0

  async function stream(name: string, onText: (text: string) => void): Promise<void> {
    const entry = entries.get(name)
    if (!entry) throw new UnreadableDocument(`it is no ${kind}: its part ${name} is missing`)
    refuseBomb(entry)
    const decoder = new TextDecoder()
    for await (const chunk of await openEntry(zip, entry)) {
      const bytes: Uint8Array = chunk
      unpackedBytes += bytes.length
      if (unpackedBytes > MAX_UNPACKED_BYTES) {
        throw new UnreadableDocument(`it is larger than ${MAX_UNPACKED_BYTES / MIB} MB unpacked`)
      }
      onText(decoder.decode(bytes, { stream: true }))
    }
    onText(decoder.decode())
  }

  return {
    has: (name) => entries.has(name),
    stream,
    async text(name) {
      const parts: string[] = []
      await stream(name, (text) => parts.push(text))
      return parts.join('')
    },
  }
}

/** What Office encrypts, and what it wrote before 2007, are files of this kind. */
const OLD_OFFICE = 'd0cf11e0a1b11ae1'

function open(content: Uint8Array, kind: string): Promise<ZipFile> {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (buffer.toString('hex', 0, 8) === OLD_OFFICE) {
    throw new UnreadableDocument(
      'it is encrypted with a password, or in the format that Office used before 2007',
    )
  }
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>()
  fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
    if (error) reject(new UnreadableDocument(`it is damaged or no ${kind}`, { cause: error }))
    else resolve(zip)
  })
  return promise
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) {
    throw new UnreadableDocument(`it is an archive of more than ${MAX_ENTRIES} files`)
  }
  const entries = new Map<string, Entry>()
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Entry>>()
  zip.on('entry', (entry: Entry) => {
    entries.set(entry.fileName, entry)
    zip.readEntry()
  })
  zip.once('end', () => resolve(entries))
  zip.once('error', (error: Error) => reject(error))
  zip.readEntry()
  return promise
}

/** A bomb that has every entry share the same packed bytes; no program writes such a file. */
function refuseOverlaps(entries: readonly Entry[]): void {
  let end = 0
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw new UnreadableDocument('it is a zip bomb: its files overlap each other')
    }
    end = entry.relativeOffsetOfLocalHeader + entry.compressedSize
  }
}

function refuseBomb(entry: Entry): void {
  if (entry.isEncrypted())
    throw new UnreadableDocument('it is encrypted and opens only with a password')
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
  if (entry.uncompressedSize > MIN_BOMB_BYTES && ratio > MAX_RATIO) {
    throw new UnreadableDocument(
      `it is a zip bomb: a part of it unpacks to ${Math.round(ratio)} times its size`,
    )
  }
}

function openEntry(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  const { promise, resolve, reject } = Promise.withResolvers<AsyncIterable<Uint8Array>>()
  zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  return promise
}
