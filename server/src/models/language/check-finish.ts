import type { LanguageModelV4FinishReason } from '@ai-sdk/provider'
import { ModelFailure } from '../model-failure.ts'

/** Throws unless the answer finished normally. */
export function checkFinish({ unified, raw }: LanguageModelV4FinishReason, hasText: boolean): void {
  switch (unified) {
    case 'length':
      throw failed('truncated', unified)
    case 'content-filter':
      throw failed('content_filtered', unified)
    case 'error':
    case 'interrupted':
      throw failed('unavailable', unified)
    case 'tool-calls':
      // No tools were offered.
      throw failed('internal', unified)
    case 'other':
      // Some servers have their own finish reason; without any, the stream was cut off.
      if (raw === undefined) throw failed('unavailable', 'cut_off')
      break
    case 'stop':
      break
  }
  if (!hasText) throw failed('internal', 'empty_answer')
}

const failed = (code: ModelFailure['code'], reason: string): ModelFailure =>
  new ModelFailure(code, { reasons: [reason] })
