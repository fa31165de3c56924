import type { SupportCheck } from './support.ts'
import { MIN_SUPPORT } from './support.ts'

/** Nobody has said that a passage is meant, so it must hold most of the line's words. */
const MIN_CONTAINED = 0.6
const MIN_SUPPORT_UNASKED = Math.max(MIN_SUPPORT, 0.5)
/** An answer has about a dozen lines. This bounds the cost. */
const MAX_LINES = 60

/** After any indent, quote or list marker, as in `markers/`, which tells code from prose as it streams. */
const OPENING = /^[ \t\r>*+\-.)0-9]*(`{3,}(?!.*`)|~{3,})/
const CLOSING = /^[ \t>]*(`+|~+)[ \t\r]*$/
const HEADING = /^\s*#/
const WORD = /[\p{L}\p{N}]/u

type Line = { at: number; statement: string }

/**
 * Some models write from the passages and place no marker. Each paragraph, list item or table row of
 * such an answer gets the marker of the passage that supports it best, if one does.
 */
export function citeStatements(text: string, passageCount: number, check: SupportCheck): string {
  const lines = text.split('\n')
  for (const [place, { at, statement }] of proseLines(lines).slice(0, MAX_LINES).entries()) {
    const best = bestPassage(passageCount, (position) => {
      const share = containedShare(check, statement, position)
      // A bare yes or number is what an answer begins with.
      return share === 0 && place === 0 ? check.shortAnswerShare(statement, position) : share
    })
    if (best !== null) lines[at] = withMarker(lines[at] ?? '', best + 1)
  }
  return lines.join('\n')
}

/** Code is part of what the line before it says, and has no place for a marker. */
function proseLines(lines: readonly string[]): Line[] {
  const found: Line[] = []
  let fence: string | undefined
  for (const [at, line] of lines.entries()) {
    const last = found.at(-1)
    const opened = fence
    if (opened !== undefined) {
      if (CLOSING.exec(line)?.[1]?.startsWith(opened) === true) fence = undefined
      else if (last) last.statement += `\n${line}`
      continue
    }
    fence = OPENING.exec(line)?.[1]
    if (fence !== undefined) continue
    if (WORD.test(line) && !HEADING.test(line)) found.push({ at, statement: line })
  }
  return found
}

/** 0 where the passage does not support the statement. */
const containedShare = (check: SupportCheck, statement: string, position: number): number =>
  (check.findSupport(statement, position) ?? 0) >= MIN_SUPPORT_UNASKED
    ? check.containedShare(statement, position)
    : 0

function bestPassage(
  passageCount: number,
  computeShare: (position: number) => number,
): number | null {
  let best: number | null = null
  let most = 0
  for (let position = 0; position < passageCount; position += 1) {
    const share = computeShare(position)
    if (share < MIN_CONTAINED || share <= most) continue
    best = position
    most = share
  }
  return best
}

/** Inside the last cell of a table row. */
const withMarker = (line: string, index: number): string =>
  line.replace(/\s*(\|?)\s*$/, (_, bar: string) => ` [${index}]${bar === '' ? '' : ' |'}`)
