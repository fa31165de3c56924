import { errors } from 'oidc-provider'
import { isSafeRedirect } from './redirect-uri.ts'

/** Real tools register one to three. */
export const MAX_REDIRECT_URIS = 10
const MAX_REDIRECT_URI_CHARACTERS = 2_000
const MAX_CLIENT_NAME_CHARACTERS = 200
/** All stored metadata of a client, as JSON. Known tools have about 500 characters. */
const MAX_CHARACTERS = 8_000

type Metadata = Record<string, unknown>

/** Anybody may register a client, so its size and where its codes are sent are limited. */
export function requireModestClient(metadata: Metadata): void {
  const { redirect_uris: uris, client_name: name } = metadata
  const fault =
    (Array.isArray(uris) ? faultOfRedirects(uris) : null) ??
    (isLonger(name, MAX_CLIENT_NAME_CHARACTERS)
      ? `client_name must have at most ${MAX_CLIENT_NAME_CHARACTERS} characters`
      : null) ??
    (isLonger(JSON.stringify(metadata), MAX_CHARACTERS)
      ? `client metadata must have at most ${MAX_CHARACTERS} characters`
      : null)
  if (fault !== null) throw new errors.InvalidClientMetadata(fault)
}

function faultOfRedirects(uris: readonly unknown[]): string | null {
  if (uris.length > MAX_REDIRECT_URIS) {
    return `redirect_uris must have at most ${MAX_REDIRECT_URIS} entries`
  }
  if (uris.some((uri) => isLonger(uri, MAX_REDIRECT_URI_CHARACTERS))) {
    return `each of redirect_uris must have at most ${MAX_REDIRECT_URI_CHARACTERS} characters`
  }
  return uris.every(isSafeRedirect)
    ? null
    : "each of redirect_uris must be https, http on this machine, or a scheme of the tool's own with a period in it"
}

const isLonger = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length > max
