import { UnsafeAddressError } from './safe-fetch.ts'

export type FetchFailure = 'unsafe-address' | 'too-large' | 'redirects' | 'timeout' | 'network'

/** Why a page was not fetched, in words for the operator. */
export class FetchError extends Error {
  readonly failure: FetchFailure

  constructor(failure: FetchFailure, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'FetchError'
    this.failure = failure
  }

  /** Whether a retry might succeed. */
  get isTransient(): boolean {
    return this.failure === 'timeout' || this.failure === 'network'
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'its name cannot be resolved now',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  UND_ERR_SOCKET: 'it closed the connection',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

const TIMEOUTS = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/** Made from what fetch threw, whose own message means nothing to a person. */
export function toFetchError(error: unknown, host: string): FetchError {
  if (error instanceof FetchError) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof UnsafeAddressError) {
    return new FetchError('unsafe-address', cause.message, { cause })
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (TIMEOUTS.has(code)) {
    return new FetchError('timeout', `${host} does not answer in time.`, { cause })
  }
  const reason = REASONS[code] ?? `its response cannot be read (${code || 'no code'})`
  return new FetchError('network', `${host}: ${reason}.`, { cause })
}
