type ScoreBarProps = { value: number | null; series?: 1 | 4; absent?: string }

/** A score from 0 to 1, as a bar and as a number. */
export function ScoreBar({ value, series = 1, absent = '–' }: ScoreBarProps) {
  if (value === null) return <span className="text-xs text-ink-3">{absent}</span>
  const share = Math.min(1, Math.max(0, value))
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap tabular-nums">
      <svg
        width="44"
        height="6"
        viewBox="0 0 44 6"
        aria-hidden="true"
        className="flex-none rounded-full bg-sunken"
      >
        <rect
          width={44 * share}
          height="6"
          className={series === 1 ? 'fill-series-1' : 'fill-series-4'}
        />
      </svg>
      {value.toFixed(2)}
    </span>
  )
}
