import { estimateTokensAtMost } from '../../text/estimate-tokens.ts'

/** Batches of texts, in order, each within both limits. A text over the limit is a batch of its own. */
export function splitByTokens(
  texts: readonly string[],
  { maxTexts, maxTokens }: { maxTexts: number; maxTokens: number },
): string[][] {
  const runs: string[][] = []
  let run: string[] = []
  let runTokens = 0
  for (const text of texts) {
    const tokens = estimateTokensAtMost(text)
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
