import { Refusal } from '../platform/refusal.ts'
import { isKey } from './clients/key-format.ts'

export type Credential =
  | { kind: 'public'; key: string }
  | { kind: 'secret'; clientId: string; clientSecret: string }

/** What a client sent, whether in headers, a WebSocket's first message or an MCP request. */
export type PresentedCredential = {
  clientKey: string | undefined
  clientId: string | undefined
  clientSecret: string | undefined
}

/** Accepts exactly one well-formed credential. Anything else is UNAUTHORIZED without a look-up. */
export function readCredential(presented: PresentedCredential): Credential {
  const { clientKey, clientId, clientSecret } = presented
  if (clientKey !== undefined && clientId === undefined && clientSecret === undefined) {
    if (isKey('fnp', clientKey)) return { kind: 'public', key: clientKey }
  } else if (clientKey === undefined && clientId !== undefined && clientSecret !== undefined) {
    if (isKey('fnc', clientId) && isKey('fns', clientSecret)) {
      return { kind: 'secret', clientId, clientSecret }
    }
  }
  throw new Refusal('UNAUTHORIZED')
}
