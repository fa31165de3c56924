import { t } from '../texts.ts'

/** What is wrong with a field, by the rules that its element states. `title` explains a pattern. */
export function describeInvalid(field: HTMLInputElement | HTMLTextAreaElement): string {
  const { validity, type, minLength, title } = field
  const { min, max } = 'min' in field ? field : { min: '', max: '' }
  const says = t.common.invalid
  if (validity.valueMissing) return says.missing
  if (validity.typeMismatch) return type === 'email' ? says.email : says.url
  if (validity.badInput) return says.number
  if (validity.rangeUnderflow) return says.atLeast(min)
  if (validity.rangeOverflow) return says.atMost(max)
  if (validity.stepMismatch) return says.whole
  if (validity.tooShort) return says.short(minLength)
  return title === '' ? says.format : title
}
