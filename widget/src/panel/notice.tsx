import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { IconName } from '../shared/icons.ts'
import { fill } from '../texts/texts.ts'
import type { Failure } from './failure.ts'
import { failureText } from './failure.ts'
import { Icon } from './icon.tsx'
import { PanelContext } from './panel-context.ts'
import type { Turn } from './turn.ts'

type NoticeProps = {
  readonly icon: IconName
  readonly isWarning?: boolean
  readonly children: ComponentChildren
  readonly role?: 'alert' | 'status'
}

export const Notice = ({ icon, isWarning, children, role }: NoticeProps) => (
  <div class={`notice${isWarning ? ' warn' : ''}`} part="notice" {...(role ? { role } : {})}>
    <Icon name={icon} />
    <div>{children}</div>
  </div>
)

/** Why there is no answer, and what can be done about it. */
export function FailureNotice({ turn, failure }: { turn: Turn; failure: Failure }) {
  const { store, asking } = useContext(PanelContext)
  const texts = store.texts.value
  const { kind, requestId } = failure
  const focusComposer = () => {
    store.draft.value = turn.question
    store.context.root.querySelector<HTMLElement>('.composer textarea')?.focus()
  }
  return (
    <>
      <Notice
        icon={kind === 'retry' || kind === 'rephrase' ? 'warn' : 'info'}
        isWarning={kind === 'retry' || kind === 'rephrase'}
        role="alert"
      >
        <span dir="auto">{failureText(failure, texts)}</span>{' '}
        {kind === 'wait' && <Countdown until={failure.retryAt ?? 0} />}
        {(kind === 'retry' || kind === 'rephrase') && (
          <div class="buttons">
            <button type="button" class="button" onClick={() => asking.retry(turn)}>
              <Icon name="again" />
              {texts.tryAgain}
            </button>
            {kind === 'rephrase' && (
              <button type="button" class="button" onClick={focusComposer}>
                {texts.askDifferently}
              </button>
            )}
          </div>
        )}
        {kind === 'search' && (
          <div class="buttons">
            <button
              type="button"
              class="button"
              onClick={() => {
                store.draft.value = turn.question
                store.view.value = 'search'
              }}
            >
              {texts.searchInstead}
            </button>
          </div>
        )}
      </Notice>
      {requestId && kind !== 'wait' && (
        <p class="hint request" dir="ltr">
          {fill(texts.requestId, requestId)}
        </p>
      )}
    </>
  )
}

function Countdown({ until }: { until: number }) {
  const { store } = useContext(PanelContext)
  const secondsLeft = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [until])
  const texts = store.texts.value
  // A screen reader hears how long once, not every second.
  return <span aria-live="off">{left > 0 ? fill(texts.retryIn, left) : texts.retryNow}</span>
}
