import { FootnoteError } from '@footnote/sdk/error'
import { Failure } from './failure.ts'

/** What goes wrong with a public key is not said as with the admin token. */
export function explainReaderError(error: unknown, knowledgeBaseId: string): unknown {
  if (!(error instanceof FootnoteError)) return error
  if (error.code === 'UNAUTHORIZED') {
    return new Failure(
      'The server refused the key. --key takes a public key (fnp_…) that is not revoked; ' +
        '`footnote keys create` makes one.',
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
