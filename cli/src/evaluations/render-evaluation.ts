import type { EvaluationWithItems } from '@footnote/client/admin'
import { plain } from '../plain.ts'
import { renderRecord } from '../print.ts'
import { describeItem } from './describe-item.ts'

/** The figures, and each question that did not pass with the reason. */
export function renderEvaluation({ id, metrics, items, reason }: EvaluationWithItems): string {
  const failing = items.flatMap((item) => {
    const why = describeItem(item)
    return why === null ? [] : [`  ${plain(item.question)}\n    ${plain(why)}`]
  })
  return [
    renderRecord({ evaluation: id, ...(metrics ?? { reason }) }),
    ...(failing.length === 0 ? [] : ['', 'Not as expected:', ...failing]),
  ].join('\n')
}
