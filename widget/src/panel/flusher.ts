export type Flusher = {
  add(delta: string): void
  /** All the text so far. Nothing is shown later any more. */
  take(): string
}

/** Collects deltas and shows them once a frame: a hundred a second would render a hundred times. */
export function createFlusher(show: (text: string) => void): Flusher {
  let text = ''
  let frame: number | undefined
  return {
    add(delta) {
      text += delta
      // Not called in a tab in the background; the end of the answer is shown in any case.
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        show(text)
      })
    },
    take() {
      if (frame !== undefined) cancelAnimationFrame(frame)
      frame = undefined
      return text
    },
  }
}
