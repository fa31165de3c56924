import type { FootnoteError } from '@footnote/client'
import { errorChain, errorCode } from './error-chain.ts'

/** Why a call failed, and what to do next. */
export function describeCallError(error: FootnoteError): string {
  if (error.status === null) return describeLostCall(error)
  if (error.code === 'UNEXPECTED_RESPONSE') {
    return `${error.address} answered with status ${error.status}, but not as Footnote does.\nIs that Footnote’s address? Set it with --url or FOOTNOTE_URL.`
  }
  if (error.code === 'UNAUTHORIZED') {
    return (
      'The server refused the admin token: it is revoked, expired or of another server.\n' +
      'Sign in with `footnote login`, or set FOOTNOTE_ADMIN_TOKEN to an access token or to the ADMIN_TOKEN that the server runs with.'
    )
  }
  if (error.code === 'NOT_FOUND') {
    return 'The server does not know this id. Check --knowledge-base, --workspace and the other ids.'
  }
  const details = error.details.map(({ path, message }) => `\n  ${path} ${message}`).join('')
  const id = error.requestId === null ? '' : `, request ${error.requestId}`
  return `${error.message} (${error.code}${id})${details}`
}

function describeLostCall(error: FootnoteError): string {
  if (error.code === 'TIMEOUT') return `${error.address} did not answer in time.`
  // The innermost cause says most: ECONNREFUSED rather than "fetch failed".
  const innermost = errorChain(error.cause).at(-1)
  const because = innermost ? ` (${errorCode(innermost) || innermost.message})` : ''
  return (
    `${error.address} could not be reached${because}.\n` +
    'Is the server running? Start it with `footnote all`, or set its address with --url or ' +
    'FOOTNOTE_URL.'
  )
}
