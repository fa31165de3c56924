import { createHmac } from 'node:crypto'
import { sameSecret } from '../../access/digest.ts'
import type { ChannelCall } from '../product.ts'

/** A call that is older may be somebody's who has seen it before. */
const MAX_AGE_SECONDS = 300

/** Whether Slack made this call, for the app with this signing secret, just now. */
export function verifySlackCall(
  signingSecret: string,
  { headers, body }: ChannelCall,
  nowMs: number,
): boolean {
  const timestamp = headers['x-slack-request-timestamp']
  const signature = headers['x-slack-signature']
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (typeof signature !== 'string') return false
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return false
  return sameSecret(signature, signSlackCall(signingSecret, timestamp, body))
}

export const signSlackCall = (signingSecret: string, timestamp: string, body: Uint8Array): string =>
  `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest('hex')}`
