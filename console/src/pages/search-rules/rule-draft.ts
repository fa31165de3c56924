import type { SavedSearchRule, SearchRule, TracedMessage } from '@footnote/client/admin'

/** Of one entry. */
const MAX_CHARACTERS = 100

/** What the form has. Lists have one entry a line. */
export type RuleDraft = {
  /** Of a rule that is there already. */
  id: string | null
  kind: SearchRule['kind']
  words: string
  means: string
  bothWays: boolean
  /** The address of a pinned page. */
  url: string
}

export const emptyDraft = (kind: SearchRule['kind']): RuleDraft => ({
  id: null,
  kind,
  words: '',
  means: '',
  bothWays: false,
  url: '',
})

export const draftOf = ({ id, rule }: SavedSearchRule): RuleDraft => ({
  ...emptyDraft(rule.kind),
  id,
  words: rule.words.join('\n'),
  ...(rule.kind === 'pin'
    ? { url: rule.url }
    : { means: rule.means.join('\n'), bothWays: rule.both_ways }),
})

/** What no page mentions is what readers call otherwise; a page is pinned for the question. */
export const draftOfMessage = (
  kind: SearchRule['kind'],
  { question, trace }: TracedMessage,
): RuleDraft => ({
  ...emptyDraft(kind),
  words:
    kind === 'pin' ? question.slice(0, MAX_CHARACTERS) : (trace.missing_words ?? []).join('\n'),
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
export const toRule = ({ kind, words, means, bothWays, url }: RuleDraft): SearchRule =>
  kind === 'pin'
    ? { kind, words: toLines(words), url }
    : { kind, words: toLines(words), means: toLines(means), both_ways: bothWays }

/** In one line, as people would write it down. */
export const describeRule = (rule: SearchRule): string => {
  const words = rule.words.join(', ')
  if (rule.kind === 'pin') return `${words} → ${rule.url}`
  return `${words} ${rule.both_ways ? '=' : '→'} ${rule.means.join(', ')}`
}
