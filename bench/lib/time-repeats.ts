/** Milliseconds of each repetition, after some that are not counted. */
export async function timeRepeats(
  work: () => Promise<unknown>,
  { repeats, warmUps }: { repeats: number; warmUps: number },
): Promise<number[]> {
  const times: number[] = []
  for (let run = -warmUps; run < repeats; run += 1) {
    const startMs = performance.now()
    await work()
    if (run >= 0) times.push(performance.now() - startMs)
  }
  return times
}
