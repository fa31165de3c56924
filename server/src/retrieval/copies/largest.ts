const BUCKETS = 1024
const counts = new Uint32Array(BUCKETS)

/** The rows of the few largest values, largest first; of equal ones the first row first. */
export function largest(
  values: Int32Array | Float32Array,
  rows: Uint32Array,
  limit: number,
): number[] {
  let [least, most] = [Infinity, -Infinity]
  for (let index = 0; index < rows.length; index += 1) {
    const value = values[rows[index] ?? 0] ?? 0
    if (value < least) least = value
    if (value > most) most = value
  }
  // Counted by their size first, so that only those near the top are sorted.
  const scale = most > least ? (BUCKETS - 1) / (most - least) : 0
  counts.fill(0)
  for (let index = 0; index < rows.length; index += 1) {
    const bucket = Math.trunc(((values[rows[index] ?? 0] ?? 0) - least) * scale)
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  let bucket = BUCKETS - 1
  for (let seen = counts[bucket] ?? 0; seen < limit && bucket > 0;) {
    bucket -= 1
    seen += counts[bucket] ?? 0
  }
  const near: number[] = []
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0
    if (Math.trunc(((values[row] ?? 0) - least) * scale) >= bucket) near.push(row)
  }
  return near.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b).slice(0, limit)
}
