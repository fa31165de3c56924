const SECONDS = /^\d{1,9}(?:\.\d{1,9})?$/
/** `Thu, 01 Jan 2026 00:01:00 GMT`. Date.parse alone takes `-5` for a year. */
const DATE = /^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2}/i

/** Retry-After in milliseconds: seconds, of which some servers send fractions, or a date. */
export function readRetryAfter(header: string | null | undefined, now = new Date()): number | null {
  const value = header?.trim() ?? ''
  if (SECONDS.test(value)) return Number(value) * 1000
  const date = DATE.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
