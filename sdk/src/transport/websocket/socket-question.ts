import type { ChatFrame } from '../../wire/public.ts'

/** What a socket brings for one question, until it is over. */
export type SocketQuestion = {
  push(frame: ChatFrame): void
  /** After the frames that came before it. */
  fail(error: unknown): void
  /** The next frame. Rejects when none will come any more. */
  next(): Promise<ChatFrame>
  /** Never resolves; rejects when the question fails. */
  readonly failed: Promise<never>
}

export function createSocketQuestion(): SocketQuestion {
  const frames: ChatFrame[] = []
  const failure = Promise.withResolvers<never>()
  // Whoever waits for it hears of it; nobody has to.
  failure.promise.catch(() => undefined)
  let wake = () => {}
  return {
    failed: failure.promise,
    push(frame) {
      frames.push(frame)
      wake()
    },
    fail: (error) => failure.reject(error),
    async next() {
      if (frames.length === 0) {
        await Promise.race([new Promise<void>((resolve) => (wake = resolve)), failure.promise])
      }
      return frames.shift() ?? failure.promise
    },
  }
}
