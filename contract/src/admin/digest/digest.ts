import { z } from 'zod'
import { Id } from '../../id.ts'
import { Timestamp } from '../../timestamp.ts'

export const Digest = z
  .object({
    from: z.iso.date().describe('The first day, a Monday.'),
    to: z.iso.date().describe('The last day, a Sunday.'),
    subject: z.string().describe('The subject of the mail.'),
    text: z.string().describe('The mail as plain text.'),
    html: z.string().describe('The mail as HTML. It loads nothing.'),
  })
  .meta({ id: 'Digest' })
export type Digest = z.infer<typeof Digest>

export const DigestParams = z.object({ workspaceId: Id.describe('A workspace of yours.') })

export const DigestSubscriptionBody = z
  .strictObject({ subscribed: z.boolean().describe('Whether you want the digest every week.') })
  .meta({ id: 'DigestSubscriptionBody' })
export type DigestSubscriptionBody = z.infer<typeof DigestSubscriptionBody>

export const DigestSubscription = z
  .object({
    workspace_id: Id.describe('The workspace.'),
    name: z.string().describe('Its name.'),
    subscribed: z.boolean().describe('Whether you get its digest every week.'),
    next_at: Timestamp.nullable().describe('When the next one is sent. null: none.'),
  })
  .meta({ id: 'DigestSubscription' })
export type DigestSubscription = z.infer<typeof DigestSubscription>

export const DigestSubscriptions = z
  .object({
    can_send: z
      .boolean()
      .describe('Whether this server can mail: it needs `SMTP_URL` and `PUBLIC_URL`.'),
    digests: z.array(DigestSubscription).describe('One for each workspace you see, oldest first.'),
  })
  .meta({ id: 'DigestSubscriptions' })
export type DigestSubscriptions = z.infer<typeof DigestSubscriptions>
