import { z } from 'zod'
import {
  MAX_FILTER_LABELS,
  MAX_LABEL_VALUE_CHARACTERS,
  MAX_LABEL_VALUES,
  MAX_LABELS,
} from './limits.ts'
import { nonBlankText } from './text.ts'

/** As the value of a document: it fits every filter on that name. */
export const ANY_VALUE = '*'

const NAME = /^[a-z][a-z0-9_-]{0,31}$/

export const isLabelName = (name: string): boolean => NAME.test(name)

export const LabelName = z
  .string()
  .regex(NAME, 'must be a name of at most 32 of a-z, 0-9, - and _ that begins with a letter')
export type LabelName = z.infer<typeof LabelName>

export const LabelValue = nonBlankText(MAX_LABEL_VALUE_CHARACTERS)

/** Each name with its values, as they are stored and shown. */
export const Labels = z
  .record(z.string(), z.array(z.string()))
  .meta({ id: 'Labels' })
  .describe('Each name with its values, such as `{"version": ["2"]}`.')
export type Labels = z.infer<typeof Labels>

/** A value alone stands for a list of it. */
const Values = z
  .union(
    [LabelValue, z.array(LabelValue).min(1).max(MAX_LABEL_VALUES)],
    `must be a value of 1 to ${MAX_LABEL_VALUE_CHARACTERS} characters, or a list of 1 to ${MAX_LABEL_VALUES} of them`,
  )
  // PostgreSQL's JSON does not accept half a surrogate pair.
  .transform((values) => [...new Set([values].flat().map((value) => value.toWellFormed()))])

const labelsUpTo = (max: number) =>
  z
    .record(LabelName, Values)
    .refine((labels) => Object.keys(labels).length <= max, `must have at most ${max} names`)

export const LabelsInput = labelsUpTo(MAX_LABELS)
  .meta({ id: 'LabelsInput', maxProperties: MAX_LABELS })
  .describe(
    `Up to ${MAX_LABELS} names, each with a value or a list of values, such as \`{"version": "2"}\`. The value \`*\` fits every filter on its name.`,
  )
export type LabelsInput = z.infer<typeof LabelsInput>

export const LabelFilter = labelsUpTo(MAX_FILTER_LABELS)
  .meta({ id: 'LabelFilter', maxProperties: MAX_FILTER_LABELS })
  .describe(
    'Only documents with these labels: of each name any of the values. A document without a name does not fit. A name or value that no document has is no error, it fits nothing.',
  )
export type LabelFilter = z.infer<typeof LabelFilter>

/** In bodies. */
export const filterInputs = {
  filter: LabelFilter.optional(),
  default_filter: LabelFilter.optional().describe(
    'The same for what names no version itself, such as the labels of the page that is read. Goes before the defaults of widget and knowledge base. A version that the question names goes before it.',
  ),
}

/** In replies. */
export const filterFields = {
  filter: Labels.optional().describe(
    'The labels that the search was limited to. Left out when it was not.',
  ),
}

const LOOKS = 'must look like version:2'

/** In a query string: `version:2`, several of one name for any of them. */
const FilterPart = z.string().regex(/^[^:]+:/, LOOKS)

export const FilterInQuery = z
  .union([FilterPart, z.array(FilterPart)], LOOKS)
  .transform((parts, context) => {
    const values: Record<string, string[]> = {}
    for (const part of [parts].flat()) {
      const colon = part.indexOf(':')
      const name = part.slice(0, colon)
      values[name] = [...(values[name] ?? []), part.slice(colon + 1)]
    }
    const read = LabelFilter.safeParse(values)
    if (read.success) return read.data
    context.addIssue({ code: 'custom', message: LOOKS })
    return z.NEVER
  })
  .describe(
    'Only from documents with this label, such as `version:2`. Several of one name: any of them.',
  )
