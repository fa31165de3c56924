import type { RedactKind } from '@footnote/contract/admin/workspaces'
import { findCards } from './find-cards.ts'
import { findEmails } from './find-emails.ts'
import { findKeys } from './find-keys.ts'
import { findPhones } from './find-phones.ts'
import type { Range } from './sensitive-span.ts'

export type SensitiveSpan = Range & { kind: RedactKind }

/** Where two matches overlap, the kind that comes first here wins: a key may contain a number. */
const FINDERS: readonly (readonly [RedactKind, (text: string) => Iterable<Range>])[] = [
  ['key', findKeys],
  ['email', findEmails],
  ['card', findCards],
  ['phone', findPhones],
]

/** Each sign as it is typed in ASCII, so that rules have one form of it. No place in the text moves. */
const withPlainSigns = (text: string): string =>
  text
    .replace(/[\u00a0\u2007\u2009\u202f\u3000]/g, ' ')
    .replace(/[\u2010-\u2013]/g, '-')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Everything of every kind, in order and without overlap. The time grows with the text's length only. */
export function findSensitive(text: string): SensitiveSpan[] {
  const plain = withPlainSigns(text)
  let taken: SensitiveSpan[] = []
  for (const [kind, find] of FINDERS) {
    const spans = joined([...find(plain)]).map((range) => ({ kind, ...range }))
    taken = [...taken, ...spansOutside(taken, spans)].toSorted(byStart)
  }
  return taken
}

const byStart = (a: Range, b: Range): number => a.start - b.start

/** In order; ranges that overlap become one. */
function joined(ranges: readonly Range[]): Range[] {
  const apart: Range[] = []
  for (const range of ranges.toSorted(byStart)) {
    const last = apart.at(-1)
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end)
    else apart.push({ ...range })
  }
  return apart
}

/** Both are in order and without overlap among themselves, so one pass is enough. */
function spansOutside<Span extends Range>(taken: readonly Range[], spans: readonly Span[]): Span[] {
  let next = 0
  return spans.filter(({ start, end }) => {
    while (next < taken.length && taken[next]!.end <= start) next += 1
    return next >= taken.length || taken[next]!.start >= end
  })
}

/** The text with each piece of these kinds replaced by its kind in brackets: `[email]`. */
export function redact(text: string, kinds: readonly RedactKind[]): string {
  if (kinds.length === 0) return text
  let redacted = ''
  let end = 0
  for (const span of findSensitive(text)) {
    if (!kinds.includes(span.kind)) continue
    redacted += `${text.slice(end, span.start)}[${span.kind}]`
    end = span.end
  }
  return redacted + text.slice(end)
}
