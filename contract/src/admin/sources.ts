import { z } from 'zod'
import { Id } from '../id.ts'
import { isLabelName, Labels, LabelsInput } from '../labels.ts'
import { MAX_LABEL_RULES, MAX_NAME_CHARACTERS, MAX_VISIBILITY_RULES } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'
import { Visibility } from '../visibility.ts'
import {
  OpenPrivatePages,
  OpenPrivatePagesPatch,
  SourceCredential,
  SourceCredentialInput,
} from './source-credentials.ts'
import { SOURCE_TYPES, SourceSettings, WebsiteSettings } from './source-settings.ts'
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
  .describe('The first rule whose path matches applies; otherwise `visibility`.')

export const LabelRule = z
  .strictObject({
    match: nonBlankText(500).describe(
      'A glob over the path of the page: `*` within a segment, `**` across segments. `{name}` stands for a segment or a part of one, which becomes the value of the label `name`, as in `/docs/v{version}/**`.',
    ),
    labels: LabelsInput.default({}).describe('Other labels of the pages that match.'),
  })
  .refine(({ match }) => placeholdersIn(match).every(isLabelName), {
    error: 'must have names of labels between braces: a-z, 0-9, - and _, beginning with a letter',
    path: ['match'],
  })
  .refine(
    ({ match, labels }) => placeholdersIn(match).length + Object.keys(labels).length > 0,
    'must give a label',
  )
  .meta({ id: 'LabelRule' })
export type LabelRule = z.infer<typeof LabelRule>

/** The names between braces. */
export const placeholdersIn = (match: string): string[] =>
  Array.from(match.matchAll(/\{([^{}/]*)\}/g), ([, name = '']) => name)

const LabelRules = z
  .array(LabelRule)
  .max(MAX_LABEL_RULES)
  .describe(
    'Labels of its pages. Of one label the first rule whose path matches decides; a page that names the label itself goes before.',
  )

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
    visibility_rules: Rules.default([]),
    label_rules: LabelRules.default([]),
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
    visibility_rules: Rules.optional(),
    label_rules: LabelRules.optional().describe(
      'Replace the rules. Labels of its documents change at once, without a sync.',
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

const SavedLabelRule = z
  .object({
    match: z.string().describe('A glob over the path of the page, with `{name}` for a value.'),
    labels: Labels,
  })
  .meta({ id: 'SavedLabelRule', description: 'As saved, with lists of values.' })

export const Source = z
  .object({
    id: Id.describe('Part of the URLs of its pages, syncs and files.'),
    name: z.string().describe('Only for you; readers do not see it.'),
    type: SourceType,
    settings: SavedSourceSettings.nullable().describe('null for `api`.'),
    group_id: Id.nullable().describe('The source group of its documents; null: none.'),
    schedule: z.string().nullable().describe('Cron in UTC. null: syncs only on request.'),
    visibility: Visibility,
    visibility_rules: z
      .array(VisibilityRule)
      .describe('The first rule whose path matches applies; otherwise `visibility`.'),
    label_rules: z
      .array(SavedLabelRule)
      .describe('Of one label the first rule that matches decides.'),
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
  })
  .meta({ id: 'SourceHook' })
export type SourceHook = z.infer<typeof SourceHook>

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
