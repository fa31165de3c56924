/** Four times the input: linear work takes about 4 times as long, quadratic work 16 times. */
export const MAX_LINEAR_GROWTH = 9
const FACTOR = 4
const MAX_ATTEMPTS = 5
/** One run of the small input may be slow by chance, which would hide growth. */
const SMALL_RUNS = 3
/** Less than this for the larger input says nothing; quadratic work on the sizes tests use takes more. */
const NOISE_MS = 50
/** So that a small input's hardly measurable time makes no huge quotient. */
const MIN_SMALL_MS = NOISE_MS / 10

/**
 * The factor by which CPU time grows when the input is four times as large; 1 when it is too short to
 * measure. A busy machine can only add to a measurement, so the smallest of several attempts counts.
 */
export function growth<Input>(
  size: number,
  make: (size: number) => Input,
  work: (input: Input) => unknown,
): number {
  let least = Infinity
  for (let attempt = 0; attempt < MAX_ATTEMPTS && least >= MAX_LINEAR_GROWTH; attempt += 1) {
    const smallRuns = Array.from({ length: SMALL_RUNS }, () => measureCpuMs(make(size), work))
    const smallMs = Math.min(...smallRuns)
    const largeMs = measureCpuMs(make(size * FACTOR), work)
    const ratio = largeMs < NOISE_MS ? 1 : largeMs / Math.max(smallMs, MIN_SMALL_MS)
    least = Math.min(least, ratio)
  }
  return least
}

function measureCpuMs<Input>(input: Input, work: (input: Input) => unknown): number {
  // Measures this thread alone: others compile and collect garbage for tests that ran before.
  const before = process.threadCpuUsage()
  work(input)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
