import type { Exchange } from '../../support/chaos/call.ts'
import type { FaultKind } from './cluster.ts'

type Timed = { startedMs: number; endedMs: number }

/** What one fault did. Seconds count from the fault unless they say otherwise. */
export type FaultRow = {
  kind: FaultKind
  /** null: the same node went on leading. */
  promotedSeconds: number | null
  /** The longest time between two acknowledged writes. */
  gapSeconds: number
  /** From the promotion until the service had answered a search and stored a page. */
  answersSeconds: number | null
  healedSeconds: number
}

export type Outcome = {
  faults: FaultRow[]
  acknowledged: number
  lost: number
  staleReads: number
  leaks: number
  /** Refusals that do not tell a client to try again. */
  unexpected: string[]
}

/** Null for an answer. An answer that was cut off in its stream has the code of its last frame. */
export function readCode({ status, text }: Pick<Exchange, 'status' | 'text'>): string | null {
  if (status === 0) return `no answer: ${text.slice(0, 80)}`
  const broken = /"error_code":"([^"]+)"/.exec(text)?.[1]
  if (status < 300) return broken === undefined ? null : `${status} ${broken}`
  return `${status} ${/"code":"([^"]+)"/.exec(text)?.[1] ?? ''}`.trim()
}

/** An answer is cancelled, as it must be, when one of its pages is restricted while it is written. */
export const WITHDRAWN = 'ask withdrawn, a page of it was just restricted'

/** 503 says when to try again; a stream that had begun can only say it in its last frame. */
export const isRetryable = (refusal: string): boolean =>
  refusal === WITHDRAWN ||
  refusal.endsWith(' 503 UNAVAILABLE') ||
  refusal.endsWith(' 200 unavailable')

/** The longest time without an acknowledged write, in what ended from one moment to another. */
export function longestGapMs(writes: readonly Timed[], fromMs: number, untilMs: number): number {
  const ends = writes
    .map(({ endedMs }) => endedMs)
    .filter((endedMs) => endedMs >= fromMs && endedMs <= untilMs)
    .sort((a, b) => a - b)
  let before = fromMs
  let longest = 0
  for (const end of [...ends, untilMs]) {
    longest = Math.max(longest, end - before)
    before = end
  }
  return longest
}

/** Seconds: a server that died, a host that is gone, the service after a promotion. */
export const GOALS = {
  'postmaster-killed': 7,
  'host-lost': 25,
  answers: 2,
  faults: 30,
  kinds: 6,
  acknowledged: 100_000,
} as const

/** A line for everything that is not as it has to be. */
export function shortfalls(outcome: Outcome, { short }: { short: boolean }): string[] {
  const { faults, acknowledged, lost, staleReads, leaks, unexpected } = outcome
  const lines: string[] = []
  const atMost = (what: string, seconds: number, goal: number) => {
    if (seconds > goal) lines.push(`${what}: ${seconds} s, more than ${goal}`)
  }
  if (lost > 0) lines.push(`${lost} of ${acknowledged} acknowledged writes are lost`)
  if (staleReads > 0) lines.push(`${staleReads} reads were older than an acknowledged change`)
  if (leaks > 0) lines.push(`${leaks} replies showed restricted text`)
  if (unexpected.length > 0) lines.push(`refused without "try again": ${unexpected.join(', ')}`)
  for (const { kind, gapSeconds, answersSeconds } of faults) {
    if (kind === 'postmaster-killed' || kind === 'host-lost') atMost(kind, gapSeconds, GOALS[kind])
    atMost(`answers after ${kind}`, answersSeconds ?? 0, GOALS.answers)
  }
  if (short) return lines
  const kinds = new Set(faults.map(({ kind }) => kind)).size
  if (faults.length < GOALS.faults)
    lines.push(`${faults.length} faults, fewer than ${GOALS.faults}`)
  if (kinds < GOALS.kinds) lines.push(`${kinds} kinds of faults, fewer than ${GOALS.kinds}`)
  if (acknowledged < GOALS.acknowledged)
    lines.push(`${acknowledged} acknowledged writes, fewer than ${GOALS.acknowledged}`)
  return lines
}
