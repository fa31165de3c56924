import { z } from 'zod'
import { cappedCountInQuery } from '../../counts.ts'
import { Id } from '../../id.ts'
import { MAX_ANALYTICS_DAYS, MAX_NAME_CHARACTERS, MAX_TAG_CHARACTERS } from '../../limits.ts'
import { FeedbackSource } from '../../public/feedback.ts'
import { limitedText } from '../../text.ts'

const DEFAULT_TOP_LIMIT = 20
const MAX_TOP_LIMIT = 100

export const Day = z.iso
  .date('must be a day, such as 2026-11-30')
  .meta({ id: 'Day', title: 'ISO 8601, UTC' })

export const AnalyticsInterval = z.enum(['day', 'week', 'month']).meta({ id: 'AnalyticsInterval' })
export type AnalyticsInterval = z.infer<typeof AnalyticsInterval>

export const AnalyticsGrouping = z
  .enum(['source', 'widget', 'key', 'model', 'language'])
  .meta({ id: 'AnalyticsGrouping' })
export type AnalyticsGrouping = z.infer<typeof AnalyticsGrouping>

export const analyticsPeriod = {
  from: Day.optional().describe('The first day, in UTC. Default: 29 days before the last.'),
  to: Day.optional().describe(
    `The last day, in UTC. Default: today. A period has at most ${MAX_ANALYTICS_DAYS} days.`,
  ),
}

export const AnalyticsQuery = z.strictObject({
  ...analyticsPeriod,
  interval: AnalyticsInterval.optional().describe(
    'What a point of the series spans. Default: a day up to 92 days, above it a week.',
  ),
  group_by: AnalyticsGrouping.optional().describe('Also counts for each of these apart.'),
  source: z.enum(FeedbackSource.options).optional().describe('Only what came this way.'),
  widget_id: Id.optional().describe('Only what this saved widget asked.'),
  key_id: Id.optional().describe('Only what came with this client key.'),
  model: limitedText(MAX_NAME_CHARACTERS).optional().describe('Only what this model wrote.'),
  language: limitedText(MAX_TAG_CHARACTERS).optional().describe('Only questions in this language.'),
})
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>

const Percentiles = z
  .object({
    p50: z.int().describe('Half of the answers were faster.'),
    p95: z.int().describe('19 of 20 answers were faster.'),
  })
  .meta({ id: 'Percentiles' })

const figures = {
  questions: z.int().describe('Questions answered: covered, not covered and small talk.'),
  conversations: z.int().describe('Questions that began a conversation.'),
  covered: z.int().describe('Answered from the documents.'),
  not_covered: z.int().describe('The documents did not cover them.'),
  small_talk: z.int().describe('Greetings and the like, which got a set reply.'),
  failed: z.int().describe('Ended with an error, and are not among `questions`.'),
  rated_up: z.int().describe('Answers of this period rated up, at any time since.'),
  rated_down: z.int().describe('Answers of this period rated down, at any time since.'),
  down_wrong: z.int().describe('How many of these are wrong, as the reader said.'),
  down_outdated: z.int().describe('How many are out of date.'),
  down_incomplete: z.int().describe('How many are incomplete.'),
  down_not_my_question: z.int().describe('How many answer another question.'),
  forms_shown: z.int().describe('Answers shown above a form before it was sent.'),
  forms_deflected: z.int().describe('How many of these helped, so that the form was not sent.'),
  forms_submitted: z.int().describe('After how many of these the form was sent anyway.'),
  input_tokens: z.int().describe('As counted by the provider.'),
  output_tokens: z.int().describe('As counted by the provider.'),
  cost: z
    .number()
    .describe('What the tokens cost at the prices of that time. Leaves out `unpriced` answers.'),
  unpriced: z.int().describe('Answers whose cost is unknown: their model had no price.'),
  first_delta_ms: Percentiles.nullable().describe('Until the first words. null: nothing timed.'),
  total_ms: Percentiles.nullable().describe('Until the answer was complete. null: nothing timed.'),
}

export const AnalyticsFigures = z.object(figures).meta({ id: 'AnalyticsFigures' })
export type AnalyticsFigures = z.infer<typeof AnalyticsFigures>

export const AnalyticsPoint = z
  .object({ at: Day.describe('Its first day.'), ...figures })
  .meta({ id: 'AnalyticsPoint' })
export type AnalyticsPoint = z.infer<typeof AnalyticsPoint>

const series = z.array(AnalyticsPoint).describe('By time. Points without any count are left out.')

const AnalyticsGroup = z
  .object({
    value: z
      .string()
      .nullable()
      .describe('The source, model or language, or the id of the widget or key. null: none.'),
    totals: AnalyticsFigures.describe('The figures of the whole period.'),
    series: series.describe('Only for the six groups with most questions; empty for others.'),
  })
  .meta({ id: 'AnalyticsGroup' })

export const Analytics = z
  .object({
    from: Day.describe('The first day.'),
    to: Day.describe('The last day.'),
    interval: AnalyticsInterval.describe('What a point of the series covers.'),
    totals: AnalyticsFigures.describe('The figures of the whole period.'),
    series,
    previous: z
      .object({
        from: Day.describe('The first day.'),
        to: Day.describe('The last day.'),
        totals: AnalyticsFigures.describe('The figures of all these days.'),
        series,
      })
      .describe('As many days before, to compare with.'),
    currency: z
      .string()
      .nullable()
      .describe('The currency of every `cost`, as an ISO 4217 code. null: no model has a price.'),
    models_without_price: z
      .array(z.string())
      .describe('What wrote the `unpriced` answers of the period, most answers first.'),
    groups: z
      .array(AnalyticsGroup)
      .nullable()
      .describe('At most 50, those with most questions first. null: not asked for.'),
  })
  .meta({ id: 'Analytics' })
export type Analytics = z.infer<typeof Analytics>

export const TopQuery = z.strictObject({
  ...analyticsPeriod,
  limit: cappedCountInQuery(DEFAULT_TOP_LIMIT, MAX_TOP_LIMIT).describe(
    `How many to return. Above ${MAX_TOP_LIMIT} counts as ${MAX_TOP_LIMIT}.`,
  ),
})
export type TopQuery = z.infer<typeof TopQuery>

export const CitedDocuments = z
  .object({
    documents: z
      .array(
        z
          .object({
            document_id: Id.describe('The document.'),
            title: z.string().describe('Its title.'),
            url: z.string().describe('Its address.'),
            cited: z.int().describe('Answers that cite it.'),
          })
          .meta({ id: 'CitedDocument' }),
      )
      .describe('The most cited first. Documents that were deleted are left out.'),
  })
  .meta({ id: 'CitedDocuments' })
export type CitedDocuments = z.infer<typeof CitedDocuments>

const CitedLabelValue = z
  .object({
    value: z.string().describe('A value of the label, such as `2` of `version`.'),
    documents: z.int().describe('Cited documents that have it.'),
    cited: z.int().describe('Citations of these documents.'),
  })
  .meta({ id: 'CitedLabelValue' })

export const CitedLabels = z
  .object({
    labels: z
      .array(
        z
          .object({
            name: z.string().describe('The label, such as `version`.'),
            values: z.array(CitedLabelValue).describe('The most cited first.'),
            without: z.int().describe('Citations of documents that do not have this label.'),
          })
          .meta({ id: 'CitedLabel' }),
      )
      .describe('By name. Labels that no cited document has are left out.'),
  })
  .meta({ id: 'CitedLabels' })
export type CitedLabels = z.infer<typeof CitedLabels>

export const AskedPages = z
  .object({
    pages: z
      .array(
        z
          .object({
            page_url: z.string().describe('Origin and path of the page.'),
            questions: z.int().describe('Questions asked on it, without small talk.'),
            covered: z.int().describe('How many of them the documents covered.'),
          })
          .meta({ id: 'AskedPage' }),
      )
      .describe('Those with most questions first.'),
    other_questions: z
      .int()
      .describe('Asked on pages that are not listed one by one: a day has at most 1,000.'),
  })
  .meta({ id: 'AskedPages' })
export type AskedPages = z.infer<typeof AskedPages>

export const AskedPagesCsvQuery = z.strictObject(analyticsPeriod)

export const TopQuestions = z
  .object({
    questions: z
      .array(
        z
          .object({
            question: z.string().describe('As it was asked last.'),
            message_id: Id.describe('The stored answer to it.'),
            asked: z.int().describe('How often it was asked, in these or very similar words.'),
            not_covered: z.int().describe('How often the documents did not cover it.'),
          })
          .meta({ id: 'TopQuestion' }),
      )
      .describe('The most frequent first. Questions asked only once are left out.'),
    compared: z
      .int()
      .describe('How many stored questions were counted, from the newest of the period on.'),
  })
  .meta({ id: 'TopQuestions' })
export type TopQuestions = z.infer<typeof TopQuestions>
