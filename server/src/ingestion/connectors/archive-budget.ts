import { SourceError } from './connector.ts'

export type ArchiveLimits = {
  readonly maxEntries: number
  readonly maxEntryBytes: number
  readonly maxTotalBytes: number
  /** Unpacked bytes for each byte of the archive. Text shrinks to a tenth, a bomb to a thousandth. */
  readonly maxRatio: number
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  maxEntries: 20_000,
  maxEntryBytes: 50_000_000,
  maxTotalBytes: 1_000_000_000,
  maxRatio: 200,
}

/** Small archives of very regular text may pass the ratio. */
const RATIO_COUNTS_FROM_BYTES = 10_000_000

/** Counts what comes out of an archive, whatever the archive says of it. */
export type ArchiveBudget = { addEntry(): void; addBytes(count: number, inEntry: number): void }

export function createArchiveBudget(archiveBytes: number, limits: ArchiveLimits): ArchiveBudget {
  let entries = 0
  let total = 0
  const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`
  return {
    addEntry() {
      entries += 1
      if (entries > limits.maxEntries) {
        throw new SourceError(`The archive has more than ${limits.maxEntries} files.`)
      }
    },
    addBytes(count, inEntry) {
      total += count
      if (inEntry > limits.maxEntryBytes) {
        const most = megabytes(limits.maxEntryBytes)
        throw new SourceError(`The archive has a file that is larger than ${most} once unpacked.`)
      }
      if (total > limits.maxTotalBytes) {
        const most = megabytes(limits.maxTotalBytes)
        throw new SourceError(`The archive is larger than ${most} once unpacked.`)
      }
      if (total > RATIO_COUNTS_FROM_BYTES && total > archiveBytes * limits.maxRatio) {
        throw new SourceError(
          `The archive unpacks to more than ${limits.maxRatio} times its size, as archives that are made to fill a disk do.`,
        )
      }
    },
  }
}
