import { FootnoteError } from '@footnote/client'
import { Failure } from './failure.ts'

/** Errors of calls that use a public key instead of the admin token. */
export function explainReaderError(error: unknown, knowledgeBaseId: string): unknown {
  if (!(error instanceof FootnoteError)) return error
  if (error.code === 'UNAUTHORIZED') {
    return new Failure(
      'The server refused the key. --key takes a public key (fnp_…) that is not revoked; ' +
        '`footnote keys create` creates one.',
      1,
      { cause: error },
    )
  }
  if (error.code === 'FORBIDDEN') {
    return new Failure(`The key does not belong to knowledge base ${knowledgeBaseId}.`, 1, {
      cause: error,
    })
  }
  return error
}
