import type { LanguageModelV4FinishReason } from '@ai-sdk/provider'
import { ModelFailure } from './model-failure.ts'

/** Throws unless the answer ended as it should. */
export function checkFinish({ unified, raw }: LanguageModelV4FinishReason, hasText: boolean): void {
  switch (unified) {
    case 'length':
      throw new ModelFailure('truncated')
    case 'content-filter':
      throw new ModelFailure('content_filtered')
    case 'error':
    case 'interrupted':
      throw new ModelFailure('unavailable')
    case 'tool-calls':
      // No tools were offered.
      throw new ModelFailure('internal')
    case 'other':
      // Some servers have a word of their own for the end; one without any was cut off.
      if (raw === undefined) throw new ModelFailure('unavailable')
      break
    case 'stop':
      break
  }
  if (!hasText) throw new ModelFailure('internal')
}
