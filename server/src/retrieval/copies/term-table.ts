/** The terms of passages, where a question is scored by the rows that have its words. */
export type TermTable = {
  rows: number
  bytes: number
  /** How many rows have the term. */
  rowsWith: (term: number) => number
  /** The rows that have any of the terms. */
  rowsWithAny: (terms: readonly number[]) => Uint32Array
  /** For each row the sum of its weights times those given; until the next call. */
  scores: (weights: readonly TermWeight[]) => Float32Array
}

export type TermWeight = { term: number; weight: number }

/** In pgvector's binary form: the dimensions, the number of entries, and an unused number. */
const HEADER_BYTES = 12

/**
 * `parts`: sparse vectors in pgvector's binary form, one behind the other, a row each. Whoever waits is
 * served between two parts.
 */
export async function createTermTable(parts: readonly Buffer[]): Promise<TermTable> {
  const counts = new Map<number, number>()
  await inTurns(parts, (_, term) => counts.set(term, (counts.get(term) ?? 0) + 1))
  // Sorted, the terms and where the rows of each begin take a tenth of what a map takes.
  const terms = Int32Array.from(counts.keys()).sort()
  const starts = new Uint32Array(terms.length + 1)
  for (const [index, term] of terms.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + (counts.get(term) ?? 0)
  }
  const entries = starts[terms.length] ?? 0
  const rowOf = new Uint32Array(entries)
  const weightOf = new Float32Array(entries)
  const places = new Map(Array.from(terms, (term, index) => [term, starts[index] ?? 0]))
  const rows = await inTurns(parts, (row, term, weight) => {
    const place = places.get(term) ?? 0
    rowOf[place] = row
    weightOf[place] = weight
    places.set(term, place + 1)
  })
  const sums = new Float32Array(rows)
  const isFound = new Uint8Array(rows)

  function entriesOf(term: number): { from: number; to: number } {
    const index = indexOf(terms, term)
    return index < 0 ? { from: 0, to: 0 } : { from: starts[index] ?? 0, to: starts[index + 1] ?? 0 }
  }

  return {
    rows,
    bytes: 8 * entries + 8 * terms.length + 5 * rows,
    rowsWith(term) {
      const { from, to } = entriesOf(term)
      return to - from
    },
    rowsWithAny(wanted) {
      const found: number[] = []
      for (const { from, to } of wanted.map(entriesOf)) {
        for (let entry = from; entry < to; entry += 1) {
          const row = rowOf[entry] ?? 0
          if (isFound[row] === 1) continue
          isFound[row] = 1
          found.push(row)
        }
      }
      for (const row of found) isFound[row] = 0
      return Uint32Array.from(found)
    },
    scores(weights) {
      sums.fill(0)
      // In the order and with the rounding of pgvector, so that the sums are the same.
      for (const { term, weight } of weights.toSorted((a, b) => a.term - b.term)) {
        const factor = Math.fround(weight)
        const { from, to } = entriesOf(term)
        for (let entry = from; entry < to; entry += 1) {
          const row = rowOf[entry] ?? 0
          sums[row] = (sums[row] ?? 0) + Math.fround(factor * (weightOf[entry] ?? 0))
        }
      }
      return sums
    },
  }
}

/** Calls for every entry, row by row, and returns the number of rows. */
async function inTurns(
  parts: readonly Buffer[],
  each: (row: number, term: number, weight: number) => void,
): Promise<number> {
  let row = 0
  for (const part of parts) {
    const view = new DataView(part.buffer, part.byteOffset, part.length)
    for (let at = 0; at < part.length; row += 1) {
      const length = view.getInt32(at + 4)
      const terms = at + HEADER_BYTES
      const weights = terms + 4 * length
      for (let entry = 0; entry < length; entry += 1) {
        // Counted from 1 in its text form, as everywhere else here.
        each(row, view.getInt32(terms + 4 * entry) + 1, view.getFloat32(weights + 4 * entry))
      }
      at = weights + 4 * length
    }
    await new Promise(setImmediate)
  }
  return row
}

/** -1 if it is not among them. */
function indexOf(sorted: Int32Array, wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted ? low : -1
}
