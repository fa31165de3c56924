import { z } from 'zod'
import { cappedCount } from '../../counts.ts'
import { Id } from '../../id.ts'
import {
  DEFAULT_TOP_K,
  MAX_CONTENT_CHARACTERS,
  MAX_DIFF_DAYS,
  MAX_DIFF_PAGES,
  MAX_NAME_CHARACTERS,
  MAX_TOP_K,
  MAX_URL_CHARACTERS,
} from '../../limits.ts'
import { limitedText, nonBlankText } from '../../text.ts'
import { Timestamp } from '../../timestamp.ts'
import { EvaluationState } from '../evaluations/evaluations.ts'
import { nextCursor } from '../listing.ts'

const path = nonBlankText(MAX_URL_CHARACTERS).describe(
  'The file in the repository or folder, with `/` between folders.',
)

export const DiffPageInput = z
  .strictObject({
    path,
    content: limitedText(MAX_CONTENT_CHARACTERS)
      .nullable()
      .describe('The file as it would be; null: it would be gone.'),
    is_new: z.boolean().default(false).describe('There was no such file before.'),
  })
  .meta({ id: 'DiffPageInput' })
export type DiffPageInput = z.infer<typeof DiffPageInput>

export const PathMap = z
  .strictObject({
    from: limitedText(MAX_URL_CHARACTERS).describe(
      'What paths begin with, such as `content/en/`. It may be empty.',
    ),
    to: nonBlankText(MAX_URL_CHARACTERS).describe('What the address has in its place.'),
  })
  .meta({ id: 'PathMap' })
export type PathMap = z.infer<typeof PathMap>

export const AnswerDiffBody = z
  .strictObject({
    label: limitedText(MAX_NAME_CHARACTERS).default('').describe('What is to be tried.'),
    source_id: Id.optional().describe(
      'The source that the pages belong to. When absent, they are looked for among all pages.',
    ),
    pages: z
      .array(DiffPageInput)
      .min(1)
      .max(MAX_DIFF_PAGES)
      .refine(
        (pages) => new Set(pages.map((page) => page.path)).size === pages.length,
        'must name each path once',
      )
      .describe('The pages that would be added, changed or removed, and no others.'),
    path_map: PathMap.optional().describe(
      'How a path becomes an address. When absent, the settings of the source say it, or the addresses of its pages that are changed.',
    ),
    set_ids: z
      .array(Id)
      .max(20)
      .default([])
      .describe('The question sets to ask. Empty: all of them.'),
    days: z
      .int()
      .min(0)
      .max(MAX_DIFF_DAYS)
      .default(MAX_DIFF_DAYS)
      .describe('How far back questions of readers are asked again. 0: none are.'),
    gaps: z.boolean().default(true).describe('Whether the questions of open gaps are asked.'),
    top_k: cappedCount(DEFAULT_TOP_K, MAX_TOP_K).describe(
      `Passages to retrieve. Above ${MAX_TOP_K} counts as ${MAX_TOP_K}.`,
    ),
  })
  .meta({ id: 'AnswerDiffBody' })
export type AnswerDiffBody = z.infer<typeof AnswerDiffBody>

export const DiffPage = z
  .object({
    path,
    url: z.string().describe('The address that it has, or would have.'),
    title: z.string().describe('The title that it has now; the path of a new page.'),
    change: z.enum(['added', 'changed', 'removed']).describe('What would become of it.'),
    document_id: Id.describe('Its document; of a new page, the one that the diff gives it.'),
  })
  .meta({ id: 'DiffPage' })
export type DiffPage = z.infer<typeof DiffPage>

export const DiffVerdict = z
  .enum([
    'contradicts',
    'no_longer_covered',
    'worse',
    'cites_another_page',
    'better',
    'newly_covered',
    'same',
    'failed',
  ])
  .meta({
    id: 'DiffVerdict',
    description:
      'contradicts: the answer says something else than before. cites_another_page: it opens with another page. failed: it could not be asked.',
  })
export type DiffVerdict = z.infer<typeof DiffVerdict>

const count = z.int().describe('Questions with this verdict.')

export const DiffCounts = z
  .object({
    contradicts: count,
    no_longer_covered: count,
    worse: count,
    cites_another_page: count,
    better: count,
    newly_covered: count,
    same: count,
    failed: count,
  })
  .meta({ id: 'DiffCounts' })
export type DiffCounts = z.infer<typeof DiffCounts>

export const DiffAnswer = z
  .object({
    outcome: z
      .enum(['answered', 'refused', 'failed'])
      .describe('refused: the reader is told that the documents do not cover it.'),
    answer: z.string().describe('What is quoted of the pages.'),
    citations: z
      .array(
        z
          .object({
            document_id: Id.describe('The document.'),
            title: z.string().describe('Its title.'),
            url: z.string().describe('Its address, with the anchor of the passage.'),
            heading_path: z.array(z.string()).describe('The section.'),
            is_changed: z.boolean().describe('Whether it is one of the pages of the diff.'),
          })
          .meta({ id: 'DiffCitation' }),
      )
      .describe('In the order of the answer.'),
    passed: z
      .boolean()
      .nullable()
      .describe('Whether the answer is as its set expects; null: no set does.'),
  })
  .meta({ id: 'DiffAnswer' })
export type DiffAnswer = z.infer<typeof DiffAnswer>

export const DiffDifference = z
  .object({
    kind: z
      .enum(['number', 'unit', 'negation', 'name'])
      .describe('What the two sentences disagree in. name: of an option, a file, a product.'),
    before: z.string().describe('What the answer says now.'),
    after: z.string().describe('What it would say.'),
  })
  .meta({ id: 'DiffDifference' })
export type DiffDifference = z.infer<typeof DiffDifference>

export const DiffItem = z
  .object({
    question: z.string().describe('As it was asked, personal data replaced.'),
    origin: z.enum(['set', 'reader', 'gap']).describe('Where it is from.'),
    times: z.int().describe('How often readers asked it; 1 of a set.'),
    verdict: DiffVerdict.nullable().describe('null: not asked yet.'),
    before: DiffAnswer.nullable().describe('The answer as it is.'),
    after: DiffAnswer.nullable().describe('The answer as it would be.'),
    differences: z.array(DiffDifference).describe('The passages that made the difference.'),
  })
  .meta({ id: 'DiffItem' })
export type DiffItem = z.infer<typeof DiffItem>

const fields = {
  id: Id.describe('The answer diff.'),
  label: z.string().describe('What was to be tried, in the words of whoever started it.'),
  state: EvaluationState.describe('completed: every question was asked.'),
  reason: z.string().nullable().describe('Why it failed; null: it did not.'),
  pages: z.array(DiffPage).describe('The pages that are added, changed or removed.'),
  total: z.int().describe('How many questions it has. 0 until they are chosen.'),
  done: z.int().describe('How many of them have been asked.'),
  counts: DiffCounts.describe('How many questions have each verdict so far.'),
  created_at: Timestamp.describe('When it was started.'),
  ended_at: Timestamp.nullable().describe('null while it waits or runs.'),
}

export const AnswerDiff = z.object(fields).meta({ id: 'AnswerDiff' })
export type AnswerDiff = z.infer<typeof AnswerDiff>

export const AnswerDiffWithItems = z
  .object({ ...fields, items: z.array(DiffItem).describe('What is worst first.') })
  .meta({ id: 'AnswerDiffWithItems' })
export type AnswerDiffWithItems = z.infer<typeof AnswerDiffWithItems>

export const AnswerDiffList = z
  .object({ answer_diffs: z.array(AnswerDiff).describe('Newest first.'), next_cursor: nextCursor })
  .meta({ id: 'AnswerDiffList' })
export type AnswerDiffList = z.infer<typeof AnswerDiffList>
