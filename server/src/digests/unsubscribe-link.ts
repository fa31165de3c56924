import { isId } from '@footnote/contract/id'
import { DIGEST_PATHS, fillPath } from '@footnote/contract/paths'
import type { Peppers } from '../access/digest.ts'
import { digestKey, pepperList, sameSecret } from '../access/digest.ts'
import type { Subscriber } from './subscriptions.ts'

/**
 * Names the subscription and proves that the service wrote it. It is not stored and does not expire: it
 * opens nothing but the way out, which must work in an old mail too.
 */
const makeToken = (pepper: string, { workspaceId, personId }: Subscriber): string => {
  const subscription = `${workspaceId}.${personId}`
  const proof = digestKey(pepper, `unsubscribe ${subscription}`).toString('base64url')
  return `${subscription}.${proof}`
}

export const unsubscribeLink = (
  publicUrl: string,
  pepper: string,
  subscriber: Subscriber,
): string =>
  publicUrl + fillPath(DIGEST_PATHS.unsubscribe, { token: makeToken(pepper, subscriber) })

/** null: the service did not write it. */
export function readUnsubscribeToken(peppers: Peppers, token: string): Subscriber | null {
  const [workspaceId = '', personId = ''] = token.split('.', 2)
  if (!isId(workspaceId) || !isId(personId)) return null
  const subscriber = { workspaceId, personId }
  const isOurs = pepperList(peppers).some((pepper) =>
    sameSecret(makeToken(pepper, subscriber), token),
  )
  return isOurs ? subscriber : null
}
