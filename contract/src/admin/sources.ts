import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_NAME_CHARACTERS } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { Visibility } from '../visibility.ts'
import {
  OpenPrivatePages,
  OpenPrivatePagesPatch,
  SourceCredential,
  SourceCredentialInput,
} from './source-credentials.ts'
import { SavedSourceRule, SourceRules } from './source-rules.ts'
import { SOURCE_TYPES, SourceSettings, WebsiteSettings } from './source-settings.ts'
import { Sync } from './syncs.ts'

const Schedule = nonBlankText(100)
  .nullable()
  .describe('Cron in UTC, such as `0 3 * * *`. null: syncs only on request.')

const Name = nonBlankText(MAX_NAME_CHARACTERS).describe('Only for you; readers do not see it.')
const GroupId = Id.nullable().describe('The source group of its documents.')

export const SourceBody = z
  .strictObject({
    name: Name.optional().describe(
      'Only for you; readers do not see it. Without one it is the address, numbered if taken.',
    ),
    settings: SourceSettings,
    group_id: GroupId.default(null),
    schedule: Schedule.default(null),
    visibility: Visibility.optional().describe(
      'Default: `public`; with a credential `restricted`, or `unlisted` in a group that no public key reads.',
    ),
    rules: SourceRules.default([]),
    credential: SourceCredentialInput.optional().describe(
      'Tested before the source is saved; nothing is saved if it fails.',
    ),
    open_private_pages: OpenPrivatePages,
    sync: z.boolean().default(true).describe('false: no first sync is started.'),
  })
  .meta({ id: 'SourceBody' })
export type SourceBody = z.infer<typeof SourceBody>

export const SourcePatch = z
  .strictObject({
    name: Name.optional(),
    settings: SourceSettings.optional().describe(
      'Must be of the same type. A source whose address moves to another origin loses its credential.',
    ),
    group_id: GroupId.optional(),
    schedule: Schedule.optional(),
    visibility: Visibility.optional(),
    rules: SourceRules.optional().describe(
      'Replace the rules. They apply to its documents at once, without a sync.',
    ),
    paused: z.boolean().optional().describe('true: no sync starts, not even on request.'),
    open_private_pages: OpenPrivatePagesPatch,
  })
  .refine((patch) => Object.keys(patch).length > 0, 'must have at least one field')
  .meta({ id: 'SourcePatch', minProperties: 1, description: 'At least one field.' })
export type SourcePatch = z.infer<typeof SourcePatch>

export const SourceType = z.enum(['api', ...SOURCE_TYPES]).meta({
  id: 'SourceType',
  description: 'api: what is pushed over the admin API. It has no syncs.',
})
export type SourceType = z.infer<typeof SourceType>

/** Complete: what was left out when it was created has its default. */
const SavedSourceSettings = z
  .discriminatedUnion('type', SourceSettings.options)
  .meta({ id: 'SavedSourceSettings', description: 'As saved, with every default filled in.' })

export const Source = z
  .object({
    id: Id.describe('Part of the URLs of its pages, syncs and files.'),
    name: z.string().describe('Only for you; readers do not see it.'),
    type: SourceType,
    settings: SavedSourceSettings.nullable().describe('null for `api`.'),
    group_id: Id.nullable().describe('The source group of its documents; null: none.'),
    schedule: z.string().nullable().describe('Cron in UTC. null: syncs only on request.'),
    visibility: Visibility,
    rules: z
      .array(SavedSourceRule)
      .describe(
        'Of visibility, group and each label the first rule that matches and says it decides.',
      ),
    credential: SourceCredential.nullable().describe('What it signs in with; null: nothing.'),
    paused: z.boolean().describe('true: no sync starts, not even on request.'),
    next_sync_at: Timestamp.nullable().describe('By its schedule; null: none is scheduled.'),
    documents: z.int().describe('Documents it has in the knowledge base.'),
    failed_pages: z
      .int()
      .describe(
        'Pages that could not be read or indexed. Readers find their previous text, if there is any.',
      ),
    skipped_pages: z
      .int()
      .describe('Pages that are left out, such as those that need signing in or are too large.'),
    last_sync: Sync.nullable().describe('The newest, running or ended; null: none yet.'),
    created_at: Timestamp.describe('When it was added.'),
    updated_at: Timestamp.describe('When its settings last changed.'),
  })
  .meta({ id: 'Source' })
export type Source = z.infer<typeof Source>

export const ChangedSource = z
  .object({
    ...Source.shape,
    credential_dropped: z
      .boolean()
      .describe(
        'true: the address moved to another origin, so the credential was deleted. Give it again.',
      ),
  })
  .meta({ id: 'ChangedSource' })
export type ChangedSource = z.infer<typeof ChangedSource>

export const SourceList = z
  .object({ sources: z.array(Source).describe('Oldest first.') })
  .meta({ id: 'SourceList' })
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
    signing_secret_since: Timestamp.nullable().describe(
      'Since when calls are accepted that a product signed with a secret of its own; null: never.',
    ),
    verification_token: z
      .string()
      .nullable()
      .describe(
        'What Notion sent to this address, and nobody has confirmed yet: enter it in Notion, then give it as signing secret. null: nothing.',
      ),
  })
  .meta({ id: 'SourceHook' })
export type SourceHook = z.infer<typeof SourceHook>

export const SourceHookSecretBody = z
  .strictObject({
    secret: nonBlankText(500)
      .nullable()
      .describe(
        'What the product signs its calls with: the signing secret of a Zendesk webhook, or the verification token of a Notion subscription. null: forget it.',
      ),
  })
  .meta({ id: 'SourceHookSecretBody' })
export type SourceHookSecretBody = z.infer<typeof SourceHookSecretBody>

export const SourcePreviewBody = z
  .strictObject({
    settings: WebsiteSettings.describe('As the source would have them.'),
    credential: SourceCredentialInput.optional().describe('Used for this look, and not stored.'),
  })
  .meta({ id: 'SourcePreviewBody' })
export type SourcePreviewBody = z.infer<typeof SourcePreviewBody>

export const PreviewedPage = z
  .object({
    url: z.string().describe('The address of the page.'),
    title: z.string().nullable().describe('As readers would see it; null: it has none.'),
    state: z
      .enum(['readable', 'moved', 'skipped', 'gone', 'failed'])
      .describe('What a sync would make of it now. readable: it would be indexed.'),
    reason: z.string().nullable().describe('Why it is not readable.'),
    passages: z.int().nullable().describe('Passages it splits into; null: it was not split.'),
  })
  .meta({ id: 'PreviewedPage' })
export type PreviewedPage = z.infer<typeof PreviewedPage>

export const SourcePreview = z
  .object({
    reachable: z.boolean().describe('Whether the site answered at its address.'),
    sitemap: z.string().nullable().describe('The first sitemap that was read; null: none.'),
    estimated_pages: z
      .int()
      .describe('Pages that are listed, or linked from the first page where nothing is listed.'),
    sample: z.array(PreviewedPage).describe('The first page, and some of the others.'),
    theme_color: z
      .string()
      .nullable()
      .describe('The colour that the first page names for itself, such as `#0b5c63`.'),
    warnings: z.array(z.string()).describe('What to look at before connecting it, in sentences.'),
  })
  .meta({ id: 'SourcePreview' })
export type SourcePreview = z.infer<typeof SourcePreview>
