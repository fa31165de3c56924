export type Credential =
  | { readonly clientKey: string }
  /** For servers only: a secret pair bypasses CAPTCHA. */
  | { readonly clientId: string; readonly clientSecret: string }

export const credentialHeaders = (credential: Credential): Record<string, string> =>
  'clientKey' in credential
    ? { 'x-client-key': credential.clientKey }
    : { 'x-client-id': credential.clientId, 'x-client-secret': credential.clientSecret }

/** The same fields in the first message of a WebSocket. */
export const credentialFields = (credential: Credential): Record<string, string> =>
  'clientKey' in credential
    ? { client_key: credential.clientKey }
    : { client_id: credential.clientId, client_secret: credential.clientSecret }
