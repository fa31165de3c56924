import { t } from './texts.ts'

/** From the period before to this one; null: none, or nothing to compare with. */
export type Change = { readonly by: number; readonly text: string } | null
export type Part = readonly [part: number, whole: number]

const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  signDisplay: 'always',
  maximumFractionDigits: 0,
})
const points = new Intl.NumberFormat('en', { signDisplay: 'always', maximumFractionDigits: 1 })
/** A share of fewer says little, and its difference less. */
const MIN_WHOLE = 20

/** “+76%”. */
export function compareCounts(now: number, before: number): Change {
  const by = now / before - 1
  const isNothing = before === 0 || now === 0 || Math.round(by * 100) === 0
  return isNothing ? null : { by, text: percent.format(by) }
}

/** “+7.6 points”: of a share, a difference in percent would be read as one of the share. */
export function compareShares([part, whole]: Part, [partBefore, wholeBefore]: Part): Change {
  if (whole < MIN_WHOLE || wholeBefore < MIN_WHOLE) return null
  const by = (part / whole - partBefore / wholeBefore) * 100
  return Math.abs(by) < 0.05 ? null : { by, text: t.analytics.points(points.format(by)) }
}
