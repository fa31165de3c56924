import type { SetQuestion } from '@footnote/client/admin'
import { t } from './texts.ts'

/**
 * The questions of a set with one put in the place of another. `before`: null adds it at the end;
 * `after`: null removes it. Throws if it is gone.
 */
export function changedItems(
  items: readonly SetQuestion[],
  before: string | null,
  after: SetQuestion | null,
): SetQuestion[] {
  const added = after ? [after] : []
  if (before === null) return [...items, ...added]
  if (!items.some(({ question }) => question === before))
    throw new Error(t.evaluations.questionGone)
  return items.flatMap((item) => (item.question === before ? added : [item]))
}
