import { z } from 'zod'
import { nextCursor } from '../admin/listing.ts'
import { cappedCountInQuery } from '../counts.ts'
import { Id } from '../id.ts'
import { MAX_CURSOR_CHARACTERS, MAX_EMAIL_CHARACTERS } from '../limits.ts'
import { limitedText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

const DEFAULT_EVENTS_LIMIT = 100
const MAX_EVENTS_LIMIT = 1000
const MAX_ACTION_CHARACTERS = 100

const filters = {
  actor: limitedText(MAX_EMAIL_CHARACTERS)
    .optional()
    .describe('Only what they did: an email address, or `operator` for the admin token.'),
  action: limitedText(MAX_ACTION_CHARACTERS)
    .optional()
    .describe('Only this action, such as `key.revoke`.'),
  target: Id.optional().describe('Only what was done to this.'),
  from: Timestamp.optional().describe('Not before.'),
  to: Timestamp.optional().describe('Before.'),
}

export const AuditExportQuery = z.strictObject(filters)
export type AuditExportQuery = z.infer<typeof AuditExportQuery>

export const AuditQuery = z.strictObject({
  ...filters,
  limit: cappedCountInQuery(DEFAULT_EVENTS_LIMIT, MAX_EVENTS_LIMIT).describe(
    `How many to return. Above ${MAX_EVENTS_LIMIT} counts as ${MAX_EVENTS_LIMIT}.`,
  ),
  cursor: limitedText(MAX_CURSOR_CHARACTERS)
    .optional()
    .describe('The `next_cursor` of the previous page.'),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditChange = z
  .object({
    field: z.string().describe('As in the request.'),
    from: z.unknown().optional().describe('Its value before, where it was recorded.'),
    to: z.unknown().optional().describe('Its value since, where it was recorded.'),
  })
  .meta({ id: 'AuditChange' })
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEvent = z
  .object({
    id: Id.describe('Ordered by time.'),
    at: Timestamp.describe('When it was done.'),
    actor: z.string().describe('An email address; `operator` for the admin token; `worker`.'),
    actor_id: Id.nullable().describe('The person; null: no person was signed in.'),
    token_id: Id.nullable().describe('The access token that was used; null: none.'),
    action: z.string().describe('Resource and verb, such as `key.revoke`.'),
    target: Id.nullable().describe('What it was done to.'),
    changes: z.array(AuditChange).describe('What changed. Never secrets or content.'),
    address: z.string().nullable().describe('The network address that it came from.'),
    request_id: Id.nullable().describe('The `X-Request-Id` of the reply.'),
  })
  .meta({ id: 'AuditEvent' })
export type AuditEvent = z.infer<typeof AuditEvent>

export const AuditEventList = z
  .object({ events: z.array(AuditEvent).describe('Newest first.'), next_cursor: nextCursor })
  .meta({ id: 'AuditEventList' })
export type AuditEventList = z.infer<typeof AuditEventList>
