import type {
  Comparison,
  EvaluationItem,
  ItemChange,
} from '@footnote/contract/admin/evaluations/evaluations'

const ORDER: readonly ItemChange[] = ['broken', 'fixed', 'same', 'added', 'removed']

type Compared = Comparison['items'][number]

/** By question: a set may have changed between two evaluations. */
export function compareItems(
  before: readonly EvaluationItem[],
  after: readonly EvaluationItem[],
): Pick<Comparison, 'counts' | 'items'> {
  const earlier = new Map(before.map((item) => [item.question, item]))
  const later = new Set(after.map(({ question }) => question))
  const compared = [
    ...after.map((item) => compare(item.question, earlier.get(item.question) ?? null, item)),
    ...before
      .filter(({ question }) => !later.has(question))
      .map((item) => compare(item.question, item, null)),
  ]
  const items = ORDER.flatMap((change) => compared.filter((item) => item.change === change))
  const count = (change: ItemChange) => items.filter((item) => item.change === change).length
  return {
    counts: {
      broken: count('broken'),
      fixed: count('fixed'),
      same: count('same'),
      added: count('added'),
      removed: count('removed'),
    },
    items,
  }
}

const compare = (
  question: string,
  before: EvaluationItem | null,
  after: EvaluationItem | null,
): Compared => ({ question, change: getChange(before, after), before, after })

function getChange(before: EvaluationItem | null, after: EvaluationItem | null): ItemChange {
  if (!before) return 'added'
  if (!after) return 'removed'
  if (before.passed === after.passed) return 'same'
  return after.passed ? 'fixed' : 'broken'
}
