const number = new Intl.NumberFormat('en')
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

export const formatNumber = (value: number): string => number.format(value)

/** “1 page”, “2,000 pages”. */
export const formatCount = (count: number, one: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : `${one}s`}`

/** An amount of a currency; a small one with the digits that tell it from nothing. */
export function formatMoney(value: number, currency: string | null): string {
  const digits =
    value !== 0 && Math.abs(value) < 0.01
      ? { maximumSignificantDigits: 2 }
      : { maximumFractionDigits: 2 }
  if (currency === null) return new Intl.NumberFormat('en', digits).format(value)
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...digits }).format(value)
}

export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso))

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Money at a mark of an axis: no more digits than tell it from the next. */
export function formatMoneyMark(value: number, currency: string | null): string {
  const style = currency === null ? {} : ({ style: 'currency', currency } as const)
  const digits =
    Math.abs(value) >= 10 || value === 0
      ? ({ notation: 'compact', minimumFractionDigits: 0 } as const)
      : Number.isInteger(value)
        ? { minimumFractionDigits: 0 }
        : { minimumFractionDigits: 2, maximumSignificantDigits: 3 }
  return new Intl.NumberFormat('en', { ...style, ...digits }).format(value)
}

/** “3 hours ago”, “in 2 days”. */
export function formatAge(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit)
  }
  return relative.format(0, 'second')
}

/** A share, or the two counts where a share of so few would mislead. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  if (whole < 20) return `${part} of ${whole}`
  return formatPercent(part / whole)
}

/** “93.5%”. */
export const formatPercent = (share: number): string =>
  `${formatNumber(Math.round(share * 1000) / 10)}%`

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** “1.2 GB”. */
export function formatBytes(bytes: number): string {
  const step = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Math.round((bytes / 1000 ** step) * 10) / 10} ${BYTE_UNITS[step]}`
}

/** “840 ms”, “1.4 s”. */
export const formatDuration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`

export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  if (seconds < 3_600) return `${Math.ceil(seconds / 60)} min`
  return `${Math.round(seconds / 360) / 10} h`
}
