import { t } from './texts.ts'
import { formatNumber } from '../../ui/format.ts'
import type { Trace } from './use-playground.ts'

type Step = { name: string; fromMs: number; toMs: number }

/** Each step ends at its own time and begins where the one before ended. */
function toSteps(timings: Trace['timings_ms']): Step[] {
  const ends = Object.entries(timings).sort(([, a], [, b]) => a - b)
  return ends.map(([name, toMs], at) => ({ name, toMs, fromMs: ends[at - 1]?.[1] ?? 0 }))
}

/** A waterfall of the answer's steps. */
export function Timings({ trace }: { trace: Trace }) {
  const steps = toSteps(trace.timings_ms)
  const totalMs = steps.at(-1)?.toMs ?? 0
  if (totalMs === 0) return null
  return (
    <figure className="border-t border-line px-4 py-4 sm:px-[18px]">
      <figcaption className="mb-2 flex items-baseline justify-between gap-3">
        <span className="text-base/5 font-semibold">{t.playground.time}</span>
        <span className="text-xs text-ink-3 tabular-nums">
          {t.playground.toLastFrame(formatNumber(Math.round(totalMs)))}
        </span>
      </figcaption>
      <table className="w-full">
        <tbody>
          {steps.map(({ name, fromMs, toMs }) => (
            <tr key={name}>
              <th scope="row" className="w-24 pr-3 text-start font-normal whitespace-nowrap">
                {t.playground.steps[name] ?? name}
              </th>
              <td>
                <svg width="100%" height="8" aria-hidden="true" className="rounded-chip bg-sunken">
                  <rect
                    x={`${(fromMs / totalMs) * 100}%`}
                    width={`${Math.max(0.8, ((toMs - fromMs) / totalMs) * 100)}%`}
                    height="8"
                    rx="2"
                    className="fill-series-1"
                  />
                </svg>
              </td>
              <td className="w-20 pl-3 text-end whitespace-nowrap tabular-nums">
                {formatNumber(Math.round(toMs - fromMs))} ms
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
