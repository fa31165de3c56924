/** Three characters a token is on the safe side for prose and code in Latin script. */
const CHARACTERS_PER_TOKEN = 3

/** Runs of texts, in order, each within both bounds. A text too large for any is a run of its own. */
export function splitByTokens(
  texts: readonly string[],
  { maxTexts, maxTokens }: { maxTexts: number; maxTokens: number },
): string[][] {
  const runs: string[][] = []
  let run: string[] = []
  let runTokens = 0
  for (const text of texts) {
    const tokens = Math.ceil(text.length / CHARACTERS_PER_TOKEN)
    const full = run.length === maxTexts || runTokens + tokens > maxTokens
    if (run.length > 0 && full) {
      runs.push(run)
      run = []
      runTokens = 0
    }
    run.push(text)
    runTokens += tokens
  }
  if (run.length > 0) runs.push(run)
  return runs
}
