import { z } from 'zod'

/** Where a request has the token that says who is asking. */
export const READER_TOKEN_HEADER = 'x-reader-token'

/** Not limited here: whatever is wrong with it is READER_TOKEN_INVALID. */
export const ReaderToken = z
  .string()
  .describe('A token that says who is asking, signed by your login.')
