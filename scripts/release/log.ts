export type Log = { say(text: string): void; startAgain(): void }

/** Says what is done, and how long after the start. */
export function createLog(): Log {
  let startedMs = performance.now()
  return {
    say(text) {
      const seconds = (performance.now() - startedMs) / 1000
      console.log(`[${seconds.toFixed(1).padStart(5)} s] ${text}`)
    },
    startAgain: () => (startedMs = performance.now()),
  }
}
