import type { Message } from '../platform/mail.ts'
import type { DigestContent } from './read-digest.ts'
import type { Subscriber } from './subscriptions.ts'
import { unsubscribeLink } from './unsubscribe-link.ts'
import { writeDigest } from './write-digest.ts'

export type MailingSettings = { publicUrl: string; pepper: string }

/** The digest as a mail to one person, with one click to be sent no more (RFC 8058). */
export function digestMail(
  content: DigestContent,
  subscriber: Subscriber,
  to: string,
  { publicUrl, pepper }: MailingSettings,
): Message {
  const unsubscribe = unsubscribeLink(publicUrl, pepper, subscriber)
  return {
    to,
    ...writeDigest(content, { publicUrl, unsubscribe }),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

/**
 * The same for the digest of a week however often it is sent, so that mail servers that look for copies
 * drop the second one.
 */
export const getMessageId = (
  { period }: DigestContent,
  { workspaceId, personId }: Subscriber,
  publicUrl: string,
): string => `<digest.${period.from}.${workspaceId}.${personId}@${new URL(publicUrl).hostname}>`
