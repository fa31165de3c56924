import type { FormDeflectResponse } from '@footnote/client'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Answer } from '../answer/answer.tsx'
import { Attribution } from '../panel/foot.tsx'
import { PanelContext } from '../panel/panel-context.ts'
import { Preview } from '../panel/preview.tsx'
import { Sources } from '../panel/sources.tsx'
import { newTurn } from '../panel/turn.ts'
import { pageFilter } from '../shared/page-filter.ts'
import type { Written } from './read-form.ts'

/** A reader who wants help waits no longer than this. */
const PATIENCE_MS = 20_000

type Props = { written: Written; onSend: () => void; onSolved: () => void }

/** The answer to what stands in the form, and the choice to send it all the same. */
export function FormDialog({ written, onSend, onSolved }: Props) {
  const { store } = useContext(PanelContext)
  const ref = useRef<HTMLDialogElement>(null)
  const [found, setFound] = useState<FormDeflectResponse | null>(null)
  const texts = store.texts.value
  useLayoutEffect(() => ref.current?.showModal(), [])
  useEffect(() => {
    const controller = new AbortController()
    const { widgetId, groupIds, filter } = store.options.value
    const look = async () => {
      const answer = await store.client.formDeflect(
        {
          description: written.description,
          ...(written.subject ? { subject: written.subject } : {}),
          page_url: location.origin + location.pathname,
          ...(groupIds.length > 0 ? { group_ids: [...groupIds] } : {}),
          ...pageFilter(filter, location.pathname),
          ...(widgetId ? { widget_id: widgetId } : {}),
        },
        { signal: controller.signal, timeoutMs: PATIENCE_MS },
      )
      if (!answer.answered) return onSend()
      setFound(answer)
    }
    look().catch(() => {
      if (!controller.signal.aborted) onSend()
    })
    return () => controller.abort()
  }, [])

  /** The page may be gone in a moment, so nobody waits for the reply. */
  const tell = (outcome: 'deflected' | 'submitted') => {
    if (found?.message_id) {
      store.client.formOutcome(found.message_id, outcome).catch(() => undefined)
    }
  }
  const send = () => {
    tell('submitted')
    onSend()
  }
  const turn = found && {
    ...newTurn(1, written.subject),
    status: 'answered' as const,
    text: found.answer,
    citations: found.citations,
  }
  return (
    <dialog class="panel form-dialog" ref={ref} aria-label={texts.formFound} onCancel={send}>
      <div class="body">
        {turn ? (
          <>
            <h2 class="question">{texts.formFound}</h2>
            <Answer turn={turn} />
            <Sources citations={turn.citations} />
          </>
        ) : (
          <p class="quiet" role="status">
            {texts.formThinking}
          </p>
        )}
      </div>
      <div class="end buttons">
        {turn ? (
          <>
            <button
              type="button"
              class="button primary"
              onClick={() => {
                tell('deflected')
                onSolved()
              }}
            >
              {texts.formSolved}
            </button>
            <button type="button" class="button" onClick={send}>
              {texts.formSend}
            </button>
          </>
        ) : (
          <button type="button" class="button" onClick={send}>
            {texts.formSendNow}
          </button>
        )}
        <span class="space" />
        <span class="hint">
          <Attribution />
        </span>
      </div>
      <Preview />
    </dialog>
  )
}
