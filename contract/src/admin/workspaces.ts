import { z } from 'zod'
import { Id } from '../id.ts'
import {
  MAX_AUDIT_RETENTION_DAYS,
  MAX_MONTHLY_QUESTION_ALLOWANCE,
  MAX_NAME_CHARACTERS,
  MAX_THREAD_RETENTION_DAYS,
  MIN_AUDIT_RETENTION_DAYS,
} from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { LifeState, nextCursor } from './listing.ts'

export const Plan = z.enum(['free', 'team', 'enterprise']).meta({
  id: 'Plan',
  description: 'enterprise: the attribution line may be hidden. free and team: it may not.',
})
export type Plan = z.infer<typeof Plan>

export const Retention = z.enum(['standard', 'zero']).meta({
  id: 'Retention',
  description:
    'zero: answers and conversations are not stored, and those stored before are erased for good.',
})
export type Retention = z.infer<typeof Retention>

export const RedactKind = z.enum(['email', 'phone', 'card', 'key']).meta({
  id: 'RedactKind',
  description:
    'email: email addresses. phone: telephone numbers. card: numbers of payment cards. key: API keys, tokens, private keys, and passwords that are called one.',
})
export type RedactKind = z.infer<typeof RedactKind>

export const AskerStorage = z.enum(['none', 'hashed', 'plain']).meta({
  id: 'AskerStorage',
  description:
    'What is stored of who asked. none: nothing. hashed: a hash that is the same for all questions of somebody in this workspace. plain: the id or address that the client sent. What is stored already stays as it is.',
})
export type AskerStorage = z.infer<typeof AskerStorage>

const AUDIT_DAYS = 'Entries of the audit log that are older are deleted. null: they are kept.'

const redact = z
  .array(RedactKind)
  .max(RedactKind.options.length)
  .refine((kinds) => new Set(kinds).size === kinds.length, 'must not name a kind twice')
  .meta({ uniqueItems: true })
  .describe(
    'What is replaced by its kind in brackets, such as `[email]`, in everything that readers write and in answers, before it is stored. What is stored already stays as it is.',
  )

const fields = {
  name: nonBlankText(MAX_NAME_CHARACTERS).describe('Only for you; readers do not see it.'),
  plan: Plan,
  retention: Retention,
  thread_retention_days: z
    .int()
    .min(1)
    .max(MAX_THREAD_RETENTION_DAYS)
    .nullable()
    .describe('Conversations without a question for this long are deleted. null: they are kept.'),
  redact,
  asker_storage: AskerStorage,
  audit_retention_days: z
    .int()
    .min(MIN_AUDIT_RETENTION_DAYS)
    .max(MAX_AUDIT_RETENTION_DAYS)
    .nullable()
    .describe(AUDIT_DAYS),
  monthly_question_allowance: z
    .int()
    .min(0)
    .max(MAX_MONTHLY_QUESTION_ALLOWANCE)
    .nullable()
    .describe('Questions answered in a calendar month (UTC). null: no limit.'),
}

export const WorkspaceBody = z
  .strictObject({
    name: fields.name,
    plan: fields.plan.default('free'),
    retention: fields.retention.default('standard'),
    thread_retention_days: fields.thread_retention_days.default(null),
    redact: fields.redact.default([]),
    asker_storage: fields.asker_storage.default('plain'),
    audit_retention_days: fields.audit_retention_days.default(null),
    monthly_question_allowance: fields.monthly_question_allowance.default(null),
  })
  .meta({ id: 'WorkspaceBody' })
export type WorkspaceBody = z.infer<typeof WorkspaceBody>

export const WorkspacePatch = z
  .strictObject(fields)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'WorkspacePatch', minProperties: 1, description: 'At least one field.' })
export type WorkspacePatch = z.infer<typeof WorkspacePatch>

export const Workspace = z
  .object({
    id: Id.describe('Part of the URLs of its knowledge bases.'),
    name: z.string().describe('Only for you; readers do not see it.'),
    plan: Plan,
    retention: Retention,
    thread_retention_days: z
      .int()
      .nullable()
      .describe('Conversations without a question for this long are deleted. null: they are kept.'),
    redact: z
      .array(RedactKind)
      .describe('What is replaced by its kind in brackets before anything of readers is stored.'),
    asker_storage: AskerStorage,
    audit_retention_days: z.int().nullable().describe(AUDIT_DAYS),
    monthly_question_allowance: z.int().nullable().describe('null: no limit.'),
    state: LifeState,
    created_at: Timestamp.describe('When it was created.'),
  })
  .meta({ id: 'Workspace' })
export type Workspace = z.infer<typeof Workspace>

export const WorkspaceList = z
  .object({ workspaces: z.array(Workspace).describe('Oldest first.'), next_cursor: nextCursor })
  .meta({ id: 'WorkspaceList' })
export type WorkspaceList = z.infer<typeof WorkspaceList>
