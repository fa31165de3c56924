import { z } from 'zod'
import { Id } from '../../id.ts'
import { MAX_RULE_PHRASE_CHARACTERS, MAX_RULE_PHRASES, MAX_SEARCH_RULES } from '../../limits.ts'
import { HttpUrl, nonBlankText } from '../../text.ts'
import { Timestamp } from '../../timestamp.ts'

const Phrases = z.array(nonBlankText(MAX_RULE_PHRASE_CHARACTERS)).min(1).max(MAX_RULE_PHRASES)

export const SynonymRule = z
  .strictObject({
    kind: z
      .literal('synonym')
      .describe('Words of a question also find pages that say it in other words.'),
    words: Phrases.describe(
      `What readers write, such as \`PAT\`: at most ${MAX_RULE_PHRASES}, each of one word or several.`,
    ),
    means: Phrases.describe(
      'What pages say, such as `personal access token`: searched for beside the words of the reader.',
    ),
    both_ways: z
      .boolean()
      .describe('Whether it also counts the other way: all of them stand for one another.'),
  })
  .meta({ id: 'SynonymRule' })
export type SynonymRule = z.infer<typeof SynonymRule>

export const PinRule = z
  .strictObject({
    kind: z.literal('pin').describe('A page that comes first for some questions.'),
    words: Phrases.describe(
      `The questions, at most ${MAX_RULE_PHRASES}: one that has all words of one of these, in any order and form.`,
    ),
    url: HttpUrl.describe(
      'The address of the page. Where the reader may not see it, or the filter leaves it out, the rule has no effect.',
    ),
  })
  .meta({ id: 'PinRule' })
export type PinRule = z.infer<typeof PinRule>

export const SearchRule = z
  .discriminatedUnion('kind', [SynonymRule, PinRule])
  .meta({ id: 'SearchRule' })
export type SearchRule = z.infer<typeof SearchRule>

export const SearchRuleBody = z
  .strictObject({ rule: SearchRule.describe('The whole rule.') })
  .meta({ id: 'SearchRuleBody' })
export type SearchRuleBody = z.infer<typeof SearchRuleBody>

export const SavedSearchRule = z
  .object({
    id: Id.describe('Names the rule in the admin API.'),
    rule: SearchRule.describe('As it was saved last.'),
    created_at: Timestamp.describe('When it was saved first.'),
  })
  .meta({ id: 'SavedSearchRule' })
export type SavedSearchRule = z.infer<typeof SavedSearchRule>

export const SearchRuleList = z
  .object({
    search_rules: z.array(SavedSearchRule).describe(`Newest first, at most ${MAX_SEARCH_RULES}.`),
  })
  .meta({ id: 'SearchRuleList' })
