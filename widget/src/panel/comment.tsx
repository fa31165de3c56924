import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import css from './comment.css?inline'
import { PanelContext } from './panel-context.ts'
import type { Turn } from './turn.ts'

export { Comment as View, css }

const MAX_COMMENT_CHARACTERS = 2000

const REASONS = [
  ['wrong', 'reasonWrong'],
  ['outdated', 'reasonOutdated'],
  ['incomplete', 'reasonIncomplete'],
  ['not_my_question', 'reasonNotMyQuestion'],
] as const
type Reason = (typeof REASONS)[number][0]

/** Why an answer did not help, below it once it is rated down. */
function Comment({ turn, takesFocus }: { turn: Turn; takesFocus: boolean }) {
  const { store } = useContext(PanelContext)
  const [reason, setReason] = useState<Reason | null>(null)
  const [comment, setComment] = useState('')
  const [status, setStatus] = useState<'open' | 'sent' | 'failed'>('open')
  const field = useRef<HTMLTextAreaElement>(null)
  const thanks = useRef<HTMLParagraphElement>(null)
  const texts = { ...store.texts.value, ...store.moreTexts.value }
  useEffect(() => {
    // On touch a keyboard would jump up over the reasons.
    if (takesFocus && !matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [])
  // The button that had the focus is gone.
  useEffect(() => thanks.current?.focus(), [status])
  if (status === 'sent') {
    return (
      <p class="hint" role="status" tabIndex={-1} ref={thanks}>
        {texts.thanks}
      </p>
    )
  }
  const send = async () => {
    try {
      await store.client.rate({
        message_id: turn.messageId ?? '',
        rating: 'down',
        ...(reason ? { reason } : {}),
        ...(comment.trim() === '' ? {} : { comment }),
      })
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
      <div class="reasons" role="group" aria-label={texts.whyNot}>
        {REASONS.map(([value, name]) => (
          <button
            key={value}
            type="button"
            class="reason"
            aria-pressed={reason === value}
            onClick={() => setReason(reason === value ? null : value)}
          >
            {texts[name]}
          </button>
        ))}
      </div>
      <textarea
        ref={field}
        aria-label={texts.whatWasWrong}
        placeholder={texts.whatWasWrong}
        maxLength={MAX_COMMENT_CHARACTERS}
        rows={2}
        {...(comment === '' ? {} : { dir: 'auto' })}
        value={comment}
        onInput={(event) => setComment(event.currentTarget.value)}
      />
      <button class="button" disabled={reason === null && comment.trim() === ''}>
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
