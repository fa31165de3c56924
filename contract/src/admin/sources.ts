import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_NAME_CHARACTERS, MAX_VISIBILITY_RULES } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { Visibility } from '../visibility.ts'
import { SourceSettings } from './source-settings.ts'
import { Sync } from './syncs.ts'

export const VisibilityRule = z
  .strictObject({
    path: nonBlankText(500).describe(
      'A glob over the path of the page: `*` within a segment, `**` across segments.',
    ),
    visibility: Visibility,
  })
  .meta({ id: 'VisibilityRule' })
export type VisibilityRule = z.infer<typeof VisibilityRule>

const Rules = z
  .array(VisibilityRule)
  .max(MAX_VISIBILITY_RULES)
  .describe('The first whose path fits decides; `visibility` where none does.')

const Schedule = nonBlankText(100)
  .nullable()
  .describe('Cron in UTC, such as `0 3 * * *`. null: syncs only when asked.')

const Name = nonBlankText(MAX_NAME_CHARACTERS)
const GroupId = Id.nullable().describe('The source group of its documents.')

export const SourceBody = z
  .strictObject({
    name: Name,
    settings: SourceSettings,
    group_id: GroupId.default(null),
    schedule: Schedule.default(null),
    visibility: Visibility.default('public'),
    visibility_rules: Rules.default([]),
    sync: z.boolean().default(true).describe('false: does not begin with a sync.'),
  })
  .meta({ id: 'SourceBody' })
export type SourceBody = z.infer<typeof SourceBody>

export const SourcePatch = z
  .strictObject({
    name: Name.optional(),
    settings: SourceSettings.optional().describe('Of the same type.'),
    group_id: GroupId.optional(),
    schedule: Schedule.optional(),
    visibility: Visibility.optional(),
    visibility_rules: Rules.optional(),
    paused: z.boolean().optional().describe('true: no sync begins, also not when asked.'),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'SourcePatch', minProperties: 1, description: 'At least one field.' })
export type SourcePatch = z.infer<typeof SourcePatch>

export const SourceType = z.enum(['api', 'website', 'git', 'files', 'openapi']).meta({
  id: 'SourceType',
  description: 'api: what is pushed over the admin API. It has no syncs.',
})
export type SourceType = z.infer<typeof SourceType>

/** Complete: what was left out when it was created has its default. */
const SavedSourceSettings = z
  .discriminatedUnion('type', SourceSettings.options)
  .meta({ id: 'SavedSourceSettings' })

export const Source = z
  .object({
    id: Id,
    name: z.string(),
    type: SourceType,
    settings: SavedSourceSettings.nullable().describe('null for `api`.'),
    group_id: Id.nullable(),
    schedule: z.string().nullable(),
    visibility: Visibility,
    visibility_rules: z.array(VisibilityRule),
    paused: z.boolean(),
    next_sync_at: Timestamp.nullable(),
    documents: z.int().describe('Documents it has in the knowledge base.'),
    last_sync: Sync.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Source' })
export type Source = z.infer<typeof Source>

export const SourceList = z.object({ sources: z.array(Source) }).meta({ id: 'SourceList' })
export type SourceList = z.infer<typeof SourceList>

export const SourceHook = z
  .object({
    path: z.string().describe('Where to POST, under the address of the service.'),
    secret: z
      .string()
      .describe(
        'As `Authorization: Bearer …` or `X-Gitlab-Token`, or as the secret of an ' +
          '`X-Hub-Signature-256` over the body.',
      ),
  })
  .meta({ id: 'SourceHook' })
export type SourceHook = z.infer<typeof SourceHook>
