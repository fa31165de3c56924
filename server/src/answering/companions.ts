import { isDangling } from './question-shape.ts'
import type { ScoredUnit } from './score-units.ts'

const MAX_CODE_LENGTH = 900
const MAX_CODE_LINES = 20
const MAX_SENTENCE_LENGTH = 500
const MAX_MEMBERS = 7
const MAX_MEMBERS_LENGTH = 900

/**
 * A unit with what it cannot be read without, in reading order: the sentence before one that points
 * back, the line that leads to a list or a listing, and what a line ending in a colon announces.
 */
export function familyOf(
  unit: ScoredUnit,
  units: readonly ScoredUnit[],
  wantsCode: boolean,
): ScoredUnit[] {
  const before = leading(unit, units)
  const after = following(unit, units, wantsCode)
  const lead = before.at(-1)
  const list = unit.kind === 'item' && lead ? following(lead, units, wantsCode) : []
  return [...before, ...(list.includes(unit) ? list : [unit]), ...after]
}

/** A colon that nothing follows promises what is not there; a listing needs a line that cites it. */
export function isWhole(unit: ScoredUnit, family: readonly ScoredUnit[]): boolean {
  if (unit.kind === 'code') return family[0] !== unit
  return !endsInColon(unit) || family.at(-1) !== unit
}

const endsInColon = ({ text }: ScoredUnit): boolean => /[:：]\s*$/u.test(text)

/** Units stand in the order of passages and places, without gaps. */
function beside(
  unit: ScoredUnit,
  units: readonly ScoredUnit[],
  step: number,
): ScoredUnit | undefined {
  const other = units[unit.index + step]
  return other?.passage === unit.passage ? other : undefined
}

function leading(unit: ScoredUnit, units: readonly ScoredUnit[]): ScoredUnit[] {
  if (unit.kind === 'sentence') return explaining(unit, units)
  if (unit.kind === 'code') {
    const before = beside(unit, units, -1)
    return before?.kind === 'sentence' || before?.kind === 'item' ? [before] : []
  }
  let first = unit
  for (let other = unit; other.block === unit.block;) {
    first = other
    const before = beside(other, units, -1)
    if (!before) break
    other = before
  }
  const lead = beside(first, units, -1)
  return lead?.kind === 'sentence' && endsInColon(lead) ? [lead] : []
}

/** Up to two sentences back: the one before may point back itself. */
function explaining(unit: ScoredUnit, units: readonly ScoredUnit[]): ScoredUnit[] {
  const needed: ScoredUnit[] = []
  let current = unit
  while (needed.length < 2 && isDangling(current.text, current.language)) {
    const before = beside(current, units, -1)
    if (before?.kind !== 'sentence' || before.heading !== unit.heading) break
    needed.unshift(before)
    current = before
  }
  return needed
}

function following(
  unit: ScoredUnit,
  units: readonly ScoredUnit[],
  wantsCode: boolean,
): ScoredUnit[] {
  const next = beside(unit, units, 1)
  if (!next || (unit.kind !== 'sentence' && unit.kind !== 'item')) return []
  if (next.kind === 'code') {
    const isShort =
      next.text.length <= MAX_CODE_LENGTH && next.text.split('\n').length <= MAX_CODE_LINES
    return isShort && (endsInColon(unit) || wantsCode) ? [next] : []
  }
  if (unit.kind !== 'sentence' || !endsInColon(unit)) return []
  if (next.kind === 'sentence') return next.text.length <= MAX_SENTENCE_LENGTH ? [next] : []
  const members = units
    .slice(next.index)
    .filter(({ passage, block }) => passage === next.passage && block === next.block)
  const length = members.reduce((total, { text }) => total + text.length, 0)
  return members.length <= MAX_MEMBERS && length <= MAX_MEMBERS_LENGTH ? members : []
}
