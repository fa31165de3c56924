import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { mergeSources } from '../answer/merge-sources.ts'
import { fill } from '../texts/texts.ts'
import css from './contact.css?inline'
import { ofError } from './failure.ts'
import { PanelContext } from './panel-context.ts'
import { plainText } from './plain-text.ts'
import type { Turn } from './turn.ts'

export { Contact as View, css }

const MAX_NAME_CHARACTERS = 200
const MAX_EMAIL_CHARACTERS = 320
const MAX_MESSAGE_CHARACTERS = 5000

/** A UUID of version 7, by which the message is delivered once however often it is sent. */
function newId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const time = Date.now().toString(16).padStart(12, '0')
  const parts = [time.slice(0, 8), time.slice(8), `7${random.slice(0, 3)}`]
  return [...parts, `8${random.slice(3, 6)}`, random.slice(6, 18)].join('-')
}

/** Asks a person: what is written, and the conversation up to this answer, once the reader has seen it. */
function Contact({ turn, close }: { turn: Turn; close: () => void }) {
  const { store } = useContext(PanelContext)
  const [name, setName] = useState('')
  const [email, setEmail] = useState(store.options.value.userEmail ?? '')
  const [message, setMessage] = useState(turn.question)
  const [hasAgreed, setAgreed] = useState(false)
  const [status, setStatus] = useState<'open' | 'sending' | 'sent'>('open')
  const [problem, setProblem] = useState('')
  const id = useMemo(newId, [])
  const first = useRef<HTMLInputElement>(null)
  const sent = useRef<HTMLParagraphElement>(null)
  const texts = { ...store.texts.value, ...store.moreTexts.value }
  useEffect(() => first.current?.focus(), [])
  useEffect(() => sent.current?.focus(), [status])
  if (status === 'sent') {
    return (
      <p class="contact-sent" role="status" tabIndex={-1} ref={sent}>
        {fill(texts.messageSent, email)}
      </p>
    )
  }
  const { messageId } = turn
  const conversation = messageId
    ? store.turns.value.filter(
        ({ id: at, threadId, messageId: stored }) =>
          at <= turn.id && stored && threadId === turn.threadId,
      )
    : []
  const send = async () => {
    setStatus('sending')
    setProblem('')
    try {
      await store.client.contact({
        id,
        name: name.trim(),
        email: email.trim(),
        message,
        ...(messageId ? { message_id: messageId } : {}),
        ...(location.protocol.startsWith('http')
          ? { page_url: location.origin + location.pathname }
          : {}),
        agreed: true,
      })
      setStatus('sent')
    } catch (error) {
      setStatus('open')
      const failure = ofError(error)
      // What is wrong with a field, the service says better.
      setProblem(failure.code === 'BAD_REQUEST' ? failure.message : texts.messageFailed)
    }
  }
  return (
    <form
      class="contact"
      aria-label={texts.askPerson}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p class="quiet">{texts.personIntro}</p>
      <label>
        {texts.yourName}
        <input
          ref={first}
          required
          autocomplete="name"
          maxLength={MAX_NAME_CHARACTERS}
          dir="auto"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label>
        {texts.yourEmail}
        <input
          type="email"
          required
          autocomplete="email"
          maxLength={MAX_EMAIL_CHARACTERS}
          dir="ltr"
          value={email}
          onInput={(event) => setEmail(event.currentTarget.value)}
        />
      </label>
      <label>
        {texts.yourMessage}
        <textarea
          required
          rows={4}
          maxLength={MAX_MESSAGE_CHARACTERS}
          dir="auto"
          value={message}
          onInput={(event) => setMessage(event.currentTarget.value)}
        />
      </label>
      <details class="sent-along" open>
        <summary>{texts.whatIsSent}</summary>
        <p class="hint">{texts.sentAlong}</p>
        {conversation.map(({ id: at, question, text, citations }) => (
          <div key={at} class="sent-turn" dir="auto">
            <b>{question}</b>
            <p>{plainText(text)}</p>
            {mergeSources(citations).map(({ indexes, citation }) => (
              <p key={indexes[0]} class="hint">
                [{indexes.join('][')}] {citation.title}: {citation.url}
              </p>
            ))}
          </div>
        ))}
      </details>
      <label class="agree">
        <input
          type="checkbox"
          required
          checked={hasAgreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        {texts.agreeToSend}
      </label>
      <div class="contact-buttons">
        <button class="button primary" disabled={status === 'sending'}>
          {texts.sendMessage}
        </button>
        <button type="button" class="button" onClick={close}>
          {texts.cancel}
        </button>
      </div>
      {problem && (
        <p class="hint" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
