import type { ChatFrame } from '../../wire/public.ts'

/** Collects the frames of one question on a socket. */
export type SocketQuestion = {
  push(frame: ChatFrame): void
  /** The failure is thrown after the frames that arrived before it. */
  fail(error: unknown): void
  /** The next frame. Rejects when there will be no more. */
  next(): Promise<ChatFrame>
  /** Never resolves; rejects when the question fails. */
  readonly failed: Promise<never>
}

export function createSocketQuestion(): SocketQuestion {
  const frames: ChatFrame[] = []
  const failure = Promise.withResolvers<never>()
  // Nobody has to await it, so a rejection must not count as unhandled.
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
