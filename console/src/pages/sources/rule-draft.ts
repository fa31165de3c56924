import type { Source, SourceChange } from '@footnote/client/admin'
import { fromLabelLines, toLabelLines } from '../../ui/label-text.ts'

export type Rule = NonNullable<SourceChange['rules']>[number]

export const VISIBILITIES = ['public', 'unlisted', 'restricted'] as const

/** No group, as a choice beside the groups and beside saying nothing. */
export const NO_GROUP = 'none'

/** A rule as it is typed. Empty: it does not say. */
export type RuleDraft = {
  /** Tells rules apart while their order changes. */
  id: number
  match: string
  visibility: (typeof VISIBILITIES)[number] | ''
  group: string
  /** One a line, such as `version=2`. */
  labels: string
}

export const newDraft = (drafts: readonly RuleDraft[]): RuleDraft => ({
  id: Math.max(0, ...drafts.map(({ id }) => id)) + 1,
  match: '',
  visibility: '',
  group: '',
  labels: '',
})

export const toDrafts = (rules: Source['rules']): RuleDraft[] =>
  rules.map(({ match, visibility, group_id, labels }, id): RuleDraft => ({
    id,
    match,
    visibility: visibility ?? '',
    group: group_id === undefined ? '' : (group_id ?? NO_GROUP),
    labels: toLabelLines(labels),
  }))

export const toRules = (drafts: readonly RuleDraft[]): Rule[] =>
  drafts.map(({ match, visibility, group, labels }) => ({
    match: match.trim(),
    ...(visibility === '' ? {} : { visibility }),
    ...(group === '' ? {} : { group_id: group === NO_GROUP ? null : group }),
    labels: fromLabelLines(labels),
  }))

/** With the rule at this place before the one above it. */
export const movedUp = (drafts: readonly RuleDraft[], place: number): RuleDraft[] => {
  const moved = drafts[place]
  return moved ? drafts.toSpliced(place, 1).toSpliced(place - 1, 0, moved) : [...drafts]
}
