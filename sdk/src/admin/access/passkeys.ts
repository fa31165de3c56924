import type {
  NewPasskeyBody,
  Passkey,
  PasskeyCreation,
  PasskeyList,
  PasskeyPatch,
  PasskeyRequest,
  PasskeySignInBody,
  PasswordProof,
  Person,
} from '../../wire/admin.ts'
import type { CallOptions, Connection } from '../../transport/http.ts'
import { request } from '../../transport/http.ts'
import { path } from '../../transport/path.ts'

export type { Passkey, PasskeyCreation, PasskeyRequest }

/** Passkeys of whoever signed in, and signing in with one, for pages of the service itself. */
export function passkeyCalls(connection: Connection) {
  const session = '/api/v1/admin/session/passkey'
  const own = '/api/v1/admin/me/passkeys'
  return {
    /** What the browser hands to its authenticator. */
    beginSignIn: (options?: CallOptions): Promise<PasskeyRequest> =>
      request(connection, { method: 'POST', path: session }, options),
    signIn: (body: PasskeySignInBody, options?: CallOptions): Promise<Person> =>
      request(connection, { method: 'POST', path: `${session}/use`, body }, options),
    list: (options?: CallOptions): Promise<PasskeyList> =>
      request(connection, { method: 'GET', path: own }, options),
    begin: (body: PasswordProof, options?: CallOptions): Promise<PasskeyCreation> =>
      request(connection, { method: 'POST', path: own, body }, options),
    create: (body: NewPasskeyBody, options?: CallOptions): Promise<Passkey> =>
      request(connection, { method: 'POST', path: `${own}/confirm`, body }, options),
    rename: (passkeyId: string, body: PasskeyPatch, options?: CallOptions): Promise<Passkey> =>
      request(connection, { method: 'PATCH', path: own + path`/${passkeyId}`, body }, options),
    delete: (passkeyId: string, options?: CallOptions): Promise<void> =>
      request(connection, { method: 'DELETE', path: own + path`/${passkeyId}` }, options),
  }
}
