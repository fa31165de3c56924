import { createHmac } from 'node:crypto'
import { sameSecret } from '../../access/digest.ts'
import type { ChannelCall } from '../product.ts'

/**
 * What GitHub signs its calls with: it is set there when the app is connected, so nobody has to
 * enter it, and it says nothing about the key that it is made from.
 */
export const webhookSecret = (privateKey: string): string =>
  createHmac('sha256', privateKey.trim()).update('footnote webhook').digest('hex')

/** Whether GitHub made this call, for the app with this secret. GitHub signs no time. */
export function verifyGitHubCall(secret: string, { headers, body }: ChannelCall): boolean {
  const signature = headers['x-hub-signature-256']
  return typeof signature === 'string' && sameSecret(signature, signGitHubCall(secret, body))
}

export const signGitHubCall = (secret: string, body: Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
