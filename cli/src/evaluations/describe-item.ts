import type { EvaluationItem } from '@footnote/client/admin'

/** Why an answer is not as expected; null: it is. */
export function describeItem(item: EvaluationItem): string | null {
  if (item.passed) return null
  if (item.outcome === 'failed') return `It failed: ${item.error_code}.`
  if (item.outcome === 'waiting') return 'It was not asked.'
  if (item.outcome === 'refused') return 'It was refused.'
  if (item.expect === 'refuse') return 'It was answered and must be refused.'
  if (item.said === false) return `The answer does not say: ${item.must_say.join(', ')}`
  return `The answer cites none of: ${item.expected_pages.join(', ')}`
}
