import { FootnoteError } from '@footnote/client'
import { useEffect, useEffectEvent } from 'react'
import { expireSession } from '../session/session.ts'

const RETRY_MS = 3_000

type Stream<Event> = {
  /** What is followed; null: nothing. Another name begins anew. */
  name: string | null
  open: (signal: AbortSignal) => AsyncGenerator<Event>
  onEvent: (event: Event) => void
  /** When it has ended, and before it is opened again. */
  onEnd?: () => Promise<unknown>
  /** Opened again when it ends, as long as it is shown. */
  isEndless?: boolean
}

/** Follows a stream of the admin API. One that breaks off is opened again. */
export function useStream<Event>({ name, open, onEvent, onEnd, isEndless = false }: Stream<Event>) {
  const start = useEffectEvent(open)
  const tell = useEffectEvent(onEvent)
  const end = useEffectEvent(async () => onEnd?.())
  useEffect(() => {
    if (name === null) return
    const controller = new AbortController()
    const { signal } = controller
    const follow = async (): Promise<void> => {
      try {
        for await (const event of start(signal)) tell(event)
        await end()
        if (isEndless && !signal.aborted) return await follow()
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof FootnoteError && error.status === 401) return expireSession()
        // A restart of the service ends the stream; what it tells of goes on.
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        if (!signal.aborted) await end().then(follow)
      }
    }
    void follow()
    return () => controller.abort()
  }, [name, isEndless])
}
