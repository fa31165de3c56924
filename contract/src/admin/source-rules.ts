import { z } from 'zod'
import { Id } from '../id.ts'
import { isLabelName, Labels, LabelsInput } from '../labels.ts'
import { MAX_SOURCE_RULES } from '../limits.ts'
import { nonBlankText } from '../text.ts'
import { Visibility } from '../visibility.ts'

/** The names between braces. */
export const placeholdersIn = (match: string): string[] =>
  Array.from(match.matchAll(/\{([^{}/]*)\}/g), ([, name = '']) => name)

/** Whether a pattern is over containers and not over paths. */
export const isOverContainers = (match: string): boolean => /^[a-z]+:/.test(match)

const MATCH =
  'A glob over the path of the page, or over what its source says it is in, such as `space:DOCS` or ' +
  '`folder:/handbook/**`: `*` within a segment, `**` across segments. `{name}` stands for a segment or a ' +
  'part of one, which becomes the value of the label `name`, as in `/docs/v{version}/**`.'

export const SourceRule = z
  .strictObject({
    match: nonBlankText(500).describe(MATCH),
    visibility: Visibility.optional(),
    group_id: Id.nullable().optional().describe('The source group of the pages; null: none.'),
    labels: LabelsInput.default({}).describe('Labels of the pages.'),
  })
  .refine(({ match }) => placeholdersIn(match).every(isLabelName), {
    error: 'must have names of labels between braces: a-z, 0-9, - and _, beginning with a letter',
    path: ['match'],
  })
  .refine(
    ({ match, visibility, group_id, labels }) =>
      visibility !== undefined ||
      group_id !== undefined ||
      placeholdersIn(match).length + Object.keys(labels).length > 0,
    'must give a visibility, a group or a label',
  )
  .meta({ id: 'SourceRule' })
export type SourceRule = z.infer<typeof SourceRule>

export const SourceRules = z
  .array(SourceRule)
  .max(MAX_SOURCE_RULES)
  .describe(
    'For pages by their path, or by what they are in. Of visibility, group and each label the first rule that matches and says it decides; otherwise that of the source. A label that the page names itself goes before.',
  )

export const SavedSourceRule = z
  .object({
    match: z.string().describe(MATCH),
    visibility: Visibility.optional().describe('Absent: the rule does not say.'),
    group_id: Id.nullable()
      .optional()
      .describe('The source group of the pages; null: none. Absent: the rule does not say.'),
    labels: Labels.describe('Labels of the pages, with lists of values.'),
  })
  .meta({ id: 'SavedSourceRule' })

export const SourceRulesPreviewBody = z
  .strictObject({ rules: SourceRules })
  .meta({ id: 'SourceRulesPreviewBody' })
export type SourceRulesPreviewBody = z.infer<typeof SourceRulesPreviewBody>

export const SourceRulesPreview = z
  .object({
    documents: z.int().describe('Documents that the source has now.'),
    rules: z
      .array(
        z.object({
          matches: z.int().describe('Documents whose path or container fits.'),
          decides: z.int().describe('Those of them that no earlier rule had decided all of.'),
        }),
      )
      .describe('For each rule, in order.'),
    unmatched: z.int().describe('Documents that no rule fits.'),
    changes: z
      .int()
      .describe('Documents whose visibility, group or labels would change from what they are now.'),
    containers: z
      .array(
        z.object({
          name: z.string().describe('As a rule matches it.'),
          documents: z.int().describe('Documents in it.'),
        }),
      )
      .describe('What its documents are in, the largest first, at most 200.'),
  })
  .meta({ id: 'SourceRulesPreview' })
export type SourceRulesPreview = z.infer<typeof SourceRulesPreview>
