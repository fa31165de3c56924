import type { SavedSearchRule, SearchRule, TracedMessage } from '@footnote/client/admin'

/** What the form has. Lists have one entry a line. */
export type RuleDraft = {
  /** Of a rule that is there already. */
  id: string | null
  kind: SearchRule['kind']
  words: string
  means: string
  bothWays: boolean
}

export const emptyDraft = (kind: SearchRule['kind']): RuleDraft => ({
  id: null,
  kind,
  words: '',
  means: '',
  bothWays: false,
})

export const draftOf = ({ id, rule }: SavedSearchRule): RuleDraft => ({
  id,
  kind: rule.kind,
  words: rule.words.join('\n'),
  means: rule.means.join('\n'),
  bothWays: rule.both_ways,
})

/** What no page mentions is what readers call otherwise. */
export const draftOfMessage = (kind: SearchRule['kind'], { trace }: TracedMessage): RuleDraft => ({
  ...emptyDraft(kind),
  words: (trace.missing_words ?? []).join('\n'),
})

const toLines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => line !== ''),
  ),
]

/** As it is sent. */
export const toRule = ({ words, means, bothWays }: RuleDraft): SearchRule => ({
  kind: 'synonym',
  words: toLines(words),
  means: toLines(means),
  both_ways: bothWays,
})

/** In one line, as people would write it down. */
export const describeRule = (rule: SearchRule): string =>
  `${rule.words.join(', ')} ${rule.both_ways ? '=' : '→'} ${rule.means.join(', ')}`
