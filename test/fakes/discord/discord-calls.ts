import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

export function signedBy(
  key: KeyObject,
  body: string,
  seconds = Math.floor(Date.now() / 1000),
): Record<string, string> {
  const signature = sign(null, Buffer.from(`${seconds}${body}`), key).toString('hex')
  return { 'x-signature-timestamp': String(seconds), 'x-signature-ed25519': signature }
}

export async function send(url: string, body: string, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(3_000),
  }).catch(() => null)
  const text = (await response?.text()) ?? ''
  return {
    status: response?.status ?? 0,
    text,
    type: response?.headers.get('content-type') ?? '',
  }
}

/** As Discord looks at an address: one call that is right, and one that is not. */
export async function isVerified(
  url: string,
  id: string,
  application: string,
  privateKey: KeyObject,
): Promise<boolean> {
  const body = JSON.stringify({
    id,
    application_id: application,
    type: 1,
    version: 1,
  })
  const other = generateKeyPairSync('ed25519').privateKey
  const right = await send(url, body, signedBy(privateKey, body))
  const wrong = await send(url, body, signedBy(other, body))
  const isPong =
    right.status === 200 &&
    right.type.startsWith('application/json') &&
    JSON.parse(right.text).type === 1
  return isPong && wrong.status === 401
}
