import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/query-view.tsx'
import { PlaygroundBar } from './playground-bar.tsx'
import { TracePanel } from './trace-panel.tsx'
import { TurnView } from './turn-view.tsx'
import type { PlaygroundOptions } from './use-playground.ts'
import { usePlayground } from './use-playground.ts'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/playground'

/** The reader's view on the left, how the answer came about on the right. */
export function Playground() {
  const { q } = useSearch({ from: ROUTE })
  const [options, setOptions] = useState<PlaygroundOptions>({})
  const { turns, ask, stop, startOver } = usePlayground()
  const asked = useRef<string>(undefined)
  useEffect(() => {
    // A question in the address is asked once, also when effects run twice.
    if (q === undefined || asked.current === q) return
    asked.current = q
    void ask(q, {})
  })
  const last = turns.at(-1)
  return (
    <Page
      title={t.playground.title}
      actions={turns.length > 0 && <Button onClick={startOver}>{t.playground.again}</Button>}
    >
      <PlaygroundBar options={options} onChange={setOptions} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <section
          aria-label={t.playground.ask}
          className="flex min-h-[28rem] flex-col rounded-card border border-line bg-surface"
        >
          <div className="flex flex-1 flex-col gap-6 p-5">
            {turns.length === 0 && (
              <Empty title={t.playground.empty} reason={t.playground.emptyReason} />
            )}
            {turns.map((turn) => (
              <TurnView
                key={turn.id}
                turn={turn}
                onRetry={() => void ask(turn.question, options)}
              />
            ))}
          </div>
          <Composer
            isRunning={last?.status === 'running'}
            onAsk={(question) => void ask(question, options)}
            onStop={stop}
          />
        </section>
        <TracePanel turn={last} />
      </div>
    </Page>
  )
}

type ComposerProps = {
  isRunning: boolean
  onAsk: (question: string) => void
  onStop: () => void
}

function Composer({ isRunning, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useState('')
  const send = () => {
    if (text.trim() === '' || isRunning) return
    onAsk(text.trim())
    setText('')
  }
  return (
    <form
      className="sticky bottom-0 rounded-b-card bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2 rounded-[12px] border border-edge p-1.5 pl-3.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
        <textarea
          aria-label={t.playground.composer}
          placeholder={t.playground.composer}
          rows={1}
          maxLength={4000}
          value={text}
          className="field-sizing-content max-h-36 min-h-8 min-w-0 flex-1 resize-none bg-transparent py-1 text-base outline-none placeholder:text-ink-3"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
        />
        {isRunning ? (
          <SendButton label={t.playground.stop} icon="stop" onClick={onStop} />
        ) : (
          <SendButton label={t.playground.ask} icon="send" isSubmit />
        )}
      </div>
      <p className="px-1 pt-2 text-xs text-ink-3">{t.playground.notStored}</p>
    </form>
  )
}

type SendButtonProps = {
  label: string
  icon: 'send' | 'stop'
  isSubmit?: true
  onClick?: () => void
}

const SendButton = ({ label, icon, isSubmit, onClick }: SendButtonProps) => (
  <button
    // oxlint-disable-next-line react/button-has-type -- it is one of the two
    type={isSubmit ? 'submit' : 'button'}
    aria-label={label}
    onClick={onClick}
    className="grid size-[34px] flex-none place-items-center rounded-[9px] bg-accent text-on-accent hover:bg-accent-hover"
  >
    <Icon name={icon} />
  </button>
)
