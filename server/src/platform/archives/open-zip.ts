import { Readable } from 'node:stream'
import type { Entry } from 'yauzl'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import type { StoredBytes } from './stored-bytes.ts'
import type { UnpackBudget } from './unpack-budget.ts'
import { ArchiveRefused } from './unpack-budget.ts'

export type ZipPart = {
  /** As it is written, backslashes and dots included. */
  readonly name: string
  readonly entry: Entry
  /** Counts what it unpacks against the budget. */
  unpack(): AsyncGenerator<Uint8Array>
}

/** The parts of a zip. Nothing is unpacked before the whole directory has been checked. */
export async function openZip(stored: StoredBytes, budget: UnpackBudget): Promise<ZipPart[]> {
  // The library would give up the archive for one bad name, so each caller checks names itself.
  const options = { decodeStrings: false, lazyEntries: true, autoClose: false } as const
  const zip = await fromRandomAccessReaderPromise(new StoredReader(stored), stored.size, options)
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    budget.addEntry()
    entries.push(entry)
  }
  refuseOverlaps(entries)
  return entries.map((entry) => ({
    // Old tools wrote names in the code page of their machine; most are UTF-8 now.
    name: entry.fileNameRaw.toString('utf8'),
    entry,
    async *unpack() {
      let inEntry = 0
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        const piece: Uint8Array = chunk
        inEntry += piece.length
        budget.addBytes(piece.length, inEntry)
        yield piece
      }
    },
  }))
}

class StoredReader extends RandomAccessReader {
  readonly #stored: StoredBytes
  constructor(stored: StoredBytes) {
    super()
    this.#stored = stored
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#stored.read(start, end), { objectMode: false })
  }
}

/** In a bomb, many entries may share the same packed bytes. No program writes such a file. */
function refuseOverlaps(entries: readonly Entry[]): void {
  let end = 0
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw new ArchiveRefused('is a zip bomb: its files overlap each other')
    }
    end = entry.relativeOffsetOfLocalHeader + entry.compressedSize
  }
}
