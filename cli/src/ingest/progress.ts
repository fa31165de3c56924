import { count } from '../plain.ts'

export type Progress = {
  readonly total: number
  readonly uploaded: number
  readonly indexed: number
  /** Added since the start. */
  readonly passages: number
  readonly elapsedSeconds: number
}

const BAR_CELLS = 20

/** One line: a progress bar, the counts, the rate, the time left. */
export function renderProgress(progress: Progress): string {
  const { total, uploaded, indexed, passages, elapsedSeconds } = progress
  const share = total === 0 ? 1 : Math.min(1, indexed / total)
  const cells = Math.floor(share * BAR_CELLS)
  const rate = elapsedSeconds > 0 ? Math.round(passages / elapsedSeconds) : 0
  return [
    `[${'#'.repeat(cells)}${'.'.repeat(BAR_CELLS - cells)}]`,
    `uploaded ${count(uploaded)}`,
    `indexed ${count(indexed)} of ${count(total)}`,
    `${count(passages)} passages`,
    `${count(rate)}/s`,
    ...(indexed > 0 && indexed < total
      ? [`${renderDuration((elapsedSeconds / indexed) * (total - indexed))} left`]
      : []),
  ].join('  ')
}

export function renderDuration(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
