import { Refusal } from '../../platform/refusal.ts'

/** `what` completes the sentence. Whatever a token says before it is verified is not part of it. */
export const invalidToken = (what: string, cause?: unknown): Refusal =>
  new Refusal('READER_TOKEN_INVALID', { message: `The reader token ${what}.`, cause })
