import type { Entry } from 'yauzl'
import type { ZipPart } from '../../platform/archives/open-zip.ts'
import { openZip } from '../../platform/archives/open-zip.ts'
import { bytesInMemory } from '../../platform/archives/stored-bytes.ts'
import type { UnpackLimits } from '../../platform/archives/unpack-budget.ts'
import { ArchiveRefused, createUnpackBudget } from '../../platform/archives/unpack-budget.ts'
import { UnreadableDocument } from '../unreadable-document.ts'

/** The parts of an Office document or a book, unpacked one by one when they are asked for. */
export type Archive = {
  has(name: string): boolean
  text(name: string): Promise<string>
  /** Piece by piece, so that a large part is never in memory as a whole. */
  stream(name: string, onText: (text: string) => void): Promise<void>
}

const LIMITS: UnpackLimits = {
  maxEntries: 10_000,
  maxEntryBytes: 96_000_000,
  maxTotalBytes: 96_000_000,
  maxRatio: 200,
}
/** XML packs to about a twentieth. From this size on, the ratio of a single part counts too. */
const MIN_BOMB_BYTES = 1_000_000

/** Checks what an archive claims before anything of it is unpacked. */
export async function openArchive(content: Uint8Array, kind: string): Promise<Archive> {
  const parts = await readParts(content, kind)

  async function stream(name: string, onText: (text: string) => void): Promise<void> {
    const part = parts.get(name)
    if (!part) throw new UnreadableDocument(`it is no ${kind}: its part ${name} is missing`)
    refuseBomb(part.entry)
    const decoder = new TextDecoder()
    try {
      for await (const bytes of part.unpack()) onText(decoder.decode(bytes, { stream: true }))
    } catch (error) {
      throw explained(error)
    }
    onText(decoder.decode())
  }

  return {
    has: (name) => parts.has(name),
    stream,
    async text(name) {
      const pieces: string[] = []
      await stream(name, (text) => pieces.push(text))
      return pieces.join('')
    },
  }
}

/** Encrypted Office files, and those from before 2007, begin with these bytes. */
const OLD_OFFICE = 'd0cf11e0a1b11ae1'

/** By their names, which some programs write with backslashes. */
async function readParts(content: Uint8Array, kind: string): Promise<Map<string, ZipPart>> {
  if (Buffer.from(content.subarray(0, 8)).toString('hex') === OLD_OFFICE) {
    throw new UnreadableDocument(
      'it is encrypted with a password, or in the format that Office used before 2007',
    )
  }
  try {
    const parts = await openZip(bytesInMemory(content), createUnpackBudget(content.length, LIMITS))
    return new Map(parts.map((part) => [part.name.replaceAll('\\', '/'), part]))
  } catch (error) {
    if (error instanceof ArchiveRefused) throw explained(error)
    throw new UnreadableDocument(`it is damaged or no ${kind}`, { cause: error })
  }
}

const explained = (error: unknown): unknown =>
  error instanceof ArchiveRefused ? new UnreadableDocument(`it ${error.message}`) : error

function refuseBomb(entry: Entry): void {
  if (entry.isEncrypted())
    throw new UnreadableDocument('it is encrypted and opens only with a password')
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
  if (entry.uncompressedSize > MIN_BOMB_BYTES && ratio > LIMITS.maxRatio) {
    throw new UnreadableDocument(
      `it is a zip bomb: a part of it unpacks to ${Math.round(ratio)} times its size`,
    )
  }
}
