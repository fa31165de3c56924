export type UnpackLimits = {
  readonly maxEntries: number
  readonly maxEntryBytes: number
  readonly maxTotalBytes: number
  /** Unpacked bytes for each byte of the archive. Text shrinks to a tenth, a bomb to a thousandth. */
  readonly maxRatio: number
}

/** Why an archive is refused. The message completes a sentence that begins with the archive. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused'
}

/** Small archives of very regular text may exceed the ratio. */
const RATIO_COUNTS_FROM_BYTES = 10_000_000

/** Counts what comes out of an archive, whatever the archive claims. */
export type UnpackBudget = { addEntry(): void; addBytes(count: number, inEntry: number): void }

export function createUnpackBudget(archiveBytes: number, limits: UnpackLimits): UnpackBudget {
  let entries = 0
  let total = 0
  const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`
  return {
    addEntry() {
      entries += 1
      if (entries > limits.maxEntries) {
        throw new ArchiveRefused(`has more than ${limits.maxEntries} files`)
      }
    },
    addBytes(count, inEntry) {
      total += count
      if (inEntry > limits.maxEntryBytes) {
        throw new ArchiveRefused(
          `has a file larger than ${megabytes(limits.maxEntryBytes)} unpacked`,
        )
      }
      if (total > limits.maxTotalBytes) {
        throw new ArchiveRefused(`is larger than ${megabytes(limits.maxTotalBytes)} unpacked`)
      }
      if (total > RATIO_COUNTS_FROM_BYTES && total > archiveBytes * limits.maxRatio) {
        throw new ArchiveRefused(
          `unpacks to more than ${limits.maxRatio} times its size, as a bomb does`,
        )
      }
    },
  }
}
