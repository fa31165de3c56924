import { t } from './texts.ts'

const HEIGHT = 18
const STEP = 8

/** A bar for each week. */
export function Trend({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <svg
      role="img"
      aria-label={t.gaps.trendText(counts.join(', '))}
      width={counts.length * STEP}
      height={HEIGHT}
    >
      {counts.map((count, week) => {
        const height = Math.max(1, Math.round((count / most) * HEIGHT))
        return (
          <rect
            // Weeks have no other name.
            key={week}
            x={week * STEP}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
            fill={count === 0 ? 'var(--line)' : 'var(--series-1)'}
          />
        )
      })}
    </svg>
  )
}
