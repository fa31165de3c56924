import type { WhyRefused } from '../../platform/network/safe-fetch.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Refuses to save an address that this service would not fetch. Resolves its name: call it before a
 * transaction begins.
 */
export async function requireFetchable(
  whyRefused: WhyRefused,
  path: string,
  address: string | undefined,
): Promise<void> {
  const message = address === undefined ? null : await whyRefused(address)
  if (message !== null) throw new Refusal('BAD_REQUEST', { details: [{ path, message }] })
}
