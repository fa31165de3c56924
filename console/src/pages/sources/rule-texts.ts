import { formatCount } from '../../ui/format.ts'

export const rules = {
  title: 'Rules',
  lead: 'Set the visibility, group and labels of some pages, by path or container. The first matching rule that sets a value wins; otherwise the source’s own value applies.',
  rule: (number: number) => `Rule ${number}`,
  match: 'Path or container',
  visibility: 'Visibility',
  visibilities: { public: 'Public', unlisted: 'Unlisted', restricted: 'Restricted' },
  group: 'Group',
  noGroup: 'No group',
  asSource: 'Not set by this rule',
  labels: 'Labels, one per line',
  add: 'Add rule',
  up: 'Move up',
  remove: 'Remove',
  preview: 'Preview',
  save: 'Save rules',
  takes: ({ matches, decides }: { matches: number; decides: number }) =>
    matches === decides
      ? `Applies to ${formatCount(decides, 'page')}`
      : `Applies to ${formatCount(decides, 'page')} of ${matches} that match; earlier rules apply to the rest`,
  unmatched: (count: number, all: number) =>
    `${formatCount(count, 'page')} of ${all} match no rule.`,
  changes: (count: number) => `${formatCount(count, 'page')} would change.`,
  containers: (some: readonly { name: string; documents: number }[], isMore: boolean) =>
    `The pages are in ${some.map(({ name, documents }) => `${name} (${documents})`).join(', ')}${isMore ? ' and others' : ''}.`,
  open: 'Everyone who can ask here can read these pages',
  openHint: 'Needed only if a rule shows everyone pages that require signing in.',
}
