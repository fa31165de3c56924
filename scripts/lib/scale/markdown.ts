type Cell = string | number

export const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** Two digits that count: nothing here is known better. */
export function about(value: number): string {
  if (value === 0) return '0'
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1)
  const rounded = Math.round(value / step) * step
  const digits = step < 1 ? Math.round(-Math.log10(step)) : 0
  return rounded.toLocaleString('en-US', { maximumFractionDigits: digits })
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

export const percent = (share: number): string => `${Math.round(share * 100)} %`

export const inTerabytes = (bytes: number): string => `${about(bytes / 1e12)} TB`

export const inMegabytes = (bytes: number): string => `${about(bytes / 1e6)} MB`

export const inMilliseconds = (value: number): string => `${about(value)} ms`

/** Cents are shown where there are any. */
export const inDollars = (value: number): string => `$${about(value).replace(/^(\d+\.\d)$/, '$10')}`
