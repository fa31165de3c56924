import { useContext, useState } from 'preact/hooks'
import { mergeSources } from '../answer/merge-sources.ts'
import { CopyButton } from './copy-button.tsx'
import { IconButton } from './icon-button.tsx'
import { PanelContext } from './panel-context.ts'
import type { Turn } from './turn.ts'

const MAX_COMMENT_CHARACTERS = 2000

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
      {turn.messageId && turn.rating === 'down' && (
        <Comment key={turn.id} messageId={turn.messageId} />
      )}
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

function Comment({ messageId }: { messageId: string }) {
  const { store } = useContext(PanelContext)
  const [comment, setComment] = useState('')
  const [status, setStatus] = useState<'open' | 'sent' | 'failed'>('open')
  const texts = store.texts.value
  if (status === 'sent') {
    return (
      <p class="hint" role="status">
        {texts.thanks}
      </p>
    )
  }
  const send = async () => {
    try {
      await store.client.rate({ message_id: messageId, rating: 'down', comment })
      setStatus('sent')
    } catch {
      setStatus('failed')
    }
  }
  return (
    <form
      class="comment"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        aria-label={texts.whatWasWrong}
        placeholder={texts.whatWasWrong}
        maxLength={MAX_COMMENT_CHARACTERS}
        rows={2}
        {...(comment === '' ? {} : { dir: 'auto' })}
        value={comment}
        onInput={(event) => setComment(event.currentTarget.value)}
      />
      <button class="button" disabled={comment.trim() === ''}>
        {texts.sendComment}
      </button>
      {status === 'failed' && (
        <p class="hint" role="alert">
          {texts.ratingFailed}
        </p>
      )}
    </form>
  )
}
