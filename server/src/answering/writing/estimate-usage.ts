import type { Prompt } from '../../models/language/language-model.ts'
import { estimateTokens } from '../../text/estimate-tokens.ts'

export type EstimatedUsage = { inputTokens: number; outputTokens: number }

/** For an answer that ended early: providers count the tokens at the end of a stream. */
export function estimateUsage({ system, messages }: Prompt, written: string): EstimatedUsage {
  const texts = [system, ...messages.map(({ content }) => content)]
  return {
    inputTokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0),
    outputTokens: estimateTokens(written),
  }
}
