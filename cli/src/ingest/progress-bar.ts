/** Redrawn ten times a second in a terminal; an occasional line in a log. */
const REDRAW_MS = 100
const LOG_LINE_MS = 5000

export type Screen = {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const CLEAR_LINE = '\r\x1b[2K'

/** `render` returns the line. */
export function openProgressBar<Progress>(screen: Screen, render: (progress: Progress) => string) {
  const isTerminal = screen.isTTY === true
  let drawnAt = isTerminal ? -Infinity : performance.now()
  return {
    draw(progress: Progress): void {
      const now = performance.now()
      if (now - drawnAt < (isTerminal ? REDRAW_MS : LOG_LINE_MS)) return
      drawnAt = now
      const line = render(progress)
      // A line that wraps could not be redrawn in place.
      if (isTerminal) screen.write(CLEAR_LINE + line.slice(0, (screen.columns || 80) - 1))
      else screen.write(`${line}\n`)
    },
    /** A line that stays above the bar. */
    note(text: string): void {
      screen.write(isTerminal ? `${CLEAR_LINE}${text}\n` : `${text}\n`)
    },
    close(): void {
      if (isTerminal) screen.write(CLEAR_LINE)
    },
  }
}
