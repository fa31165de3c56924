import { createHmac } from 'node:crypto'
import { digestKey, sameSecret } from './digest.ts'

/**
 * The secret of a source's webhook. It is derived, never stored: a copy of the database holds nothing
 * that begins a sync, and yet a signature made with it can be checked.
 */
export const hookSecret = (pepper: string, sourceId: string, number: number): string =>
  `fnh_${digestKey(pepper, `source-hook:${sourceId}:${number}`).toString('base64url')}`

type HookRequest = {
  headers: Record<string, string | string[] | undefined>
  body: Uint8Array
}

/** The secret itself, or the signature over the body that GitHub and Gitea send. In constant time. */
export function isFromHook(secret: string, { headers, body }: HookRequest): boolean {
  const signature = headers['x-hub-signature-256']
  if (typeof signature === 'string') {
    const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    return sameSecret(signature, expected)
  }
  const bearer = /^Bearer ([\x21-\x7e]{1,512})$/.exec(headers.authorization?.toString() ?? '')?.[1]
  const token = bearer ?? headers['x-gitlab-token']
  return typeof token === 'string' && sameSecret(token, secret)
}
