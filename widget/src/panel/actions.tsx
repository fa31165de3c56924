import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { mergeSources } from '../answer/merge-sources.ts'
import { CopyButton } from './copy-button.tsx'
import { IconButton } from './icon-button.tsx'
import { commentView, loadComment } from './lazy-views.ts'
import { PanelContext } from './panel-context.ts'
import type { Turn } from './turn.ts'

/** The answer with its footnotes, as text to paste elsewhere. */
export function asMarkdown({ text, citations }: Turn): string {
  const notes = mergeSources(citations).map(
    ({ indexes, citation: { title, url } }) => `[${indexes.join('][')}] ${title}: ${url}`,
  )
  return [text.trim(), notes.join('\n')].filter(Boolean).join('\n\n')
}

function deepLink(question: string): string {
  const url = new URL(location.href)
  url.hash = `ask=${encodeURIComponent(question)}`
  return url.href
}

/** Copy, link and rating, below an answer. */
export function Actions({ turn }: { turn: Turn }) {
  const { store } = useContext(PanelContext)
  const texts = store.texts.value
  const Comment = commentView.value
  const isBad = turn.messageId !== null && turn.rating === 'down'
  // One that was rated on an earlier page must not take the focus.
  const wasBad = useRef(isBad)
  useEffect(() => {
    if (isBad) void loadComment(store)
  }, [isBad])
  return (
    <>
      <div class="actions">
        <CopyButton icon="copy" label={texts.copyAnswer} text={asMarkdown(turn)} />
        {store.options.value.deepLink !== 'off' && (
          <CopyButton icon="link" label={texts.copyLink} text={deepLink(turn.question)} />
        )}
        <span class="space" />
        {turn.messageId && <Rating turn={turn} messageId={turn.messageId} />}
      </div>
      {isBad && Comment && <Comment key={turn.id} turn={turn} takesFocus={!wasBad.current} />}
    </>
  )
}

function Rating({ turn, messageId }: { turn: Turn; messageId: string }) {
  const { store } = useContext(PanelContext)
  const [hasFailed, setFailed] = useState(false)
  const texts = store.texts.value
  const vote = async (rating: 'up' | 'down') => {
    const withdraws = turn.rating === rating
    store.changeTurn(turn.id, { rating: withdraws ? null : rating })
    setFailed(false)
    try {
      if (withdraws) await store.client.unrate(messageId)
      else await store.client.rate({ message_id: messageId, rating })
      store.context.emit('rate', { rating: withdraws ? 'none' : rating })
      store.keep()
    } catch {
      store.changeTurn(turn.id, { rating: turn.rating })
      setFailed(true)
    }
  }
  const button = (rating: 'up' | 'down', label: string) => (
    <IconButton
      icon={rating}
      label={label}
      aria-pressed={turn.rating === rating}
      onClick={() => void vote(rating)}
    />
  )
  return (
    <>
      <span class="hint" {...(hasFailed ? { role: 'alert' } : {})}>
        {hasFailed ? texts.ratingFailed : turn.rating === 'up' ? texts.thanks : texts.didThisHelp}
      </span>
      {button('up', texts.helped)}
      {button('down', texts.helpedNot)}
    </>
  )
}
