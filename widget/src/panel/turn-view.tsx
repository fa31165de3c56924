import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { Answer } from '../answer/answer.tsx'
import { resolveLanguage } from '../shared/language.ts'
import { fill } from '../texts/texts.ts'
import { Actions } from './actions.tsx'
import { Icon } from './icon.tsx'
import { FailureNotice, Notice } from './notice.tsx'
import { contactView, loadContact } from './lazy-views.ts'
import { PanelContext } from './panel-context.ts'
import { NearMisses, Sources } from './sources.tsx'
import { Next } from './starter.tsx'
import type { Turn } from './turn.ts'

/** A question and its answer, as an article with its footnotes. */
export function TurnView({ turn }: { turn: Turn }) {
  const { store, asking } = useContext(PanelContext)
  const ref = useRef<HTMLElement>(null)
  const texts = store.texts.value
  const { status, failure, citations } = turn
  // The question goes to the top once, and then the page stays where the reader has it.
  const isAsked = status === 'loading' || status === 'offline'
  useEffect(() => {
    if (isAsked) ref.current?.scrollIntoView({ block: 'start' })
  }, [turn.id, isAsked])
  return (
    <article class="turn" ref={ref} tabIndex={-1}>
      {status === 'offline' && <Notice icon="offline">{texts.offline}</Notice>}
      {turn.startsAnew && <Notice icon="info">{texts.threadEnded}</Notice>}
      <h3 class="question" part="question" dir="auto">
        {turn.question}
      </h3>
      {turn.selection && (
        <p class="quiet" dir="auto">
          “{turn.selection}”
        </p>
      )}
      {status === 'offline' && <p class="quiet">{texts.waitingForNetwork}</p>}
      {status === 'loading' && <Loading turn={turn} />}
      {turn.searchedFor && (
        <p class="quiet" dir="auto">
          {fill(texts.resultsFor, turn.searchedFor)}
        </p>
      )}
      {turn.text !== '' && <Answer turn={turn} />}
      {turn.verifiedAt && <Verified at={turn.verifiedAt} />}
      {status === 'answered' && citations.length > 0 && <Sources citations={citations} />}
      {status === 'answered' && citations.length === 0 && <NearMisses related={turn.related} />}
      {status === 'answered' && (
        <>
          <Actions turn={turn} />
          {store.hasContact.value && (!turn.covered || turn.rating === 'down') && (
            <AskPerson turn={turn} />
          )}
          <Next turn={turn} />
        </>
      )}
      {failure && <FailureNotice turn={turn} failure={failure} />}
      {(status === 'stopped' || status === 'interrupted') && (
        <div class="stopped">
          <span class="quiet">{status === 'stopped' ? texts.stopped : texts.interrupted}</span>
          <button type="button" class="button" onClick={() => asking.retry(turn)}>
            <Icon name="again" />
            {status === 'stopped' ? texts.askAgain : texts.tryAgain}
          </button>
        </div>
      )}
    </article>
  )
}

/** A way to people, once the documentation did not help. */
function AskPerson({ turn }: { turn: Turn }) {
  const { store } = useContext(PanelContext)
  const [isOpen, setOpen] = useState(false)
  const Contact = contactView.value
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  if (isOpen && Contact) return <Contact turn={turn} close={close} />
  const open = () => {
    setOpen(true)
    void loadContact(store)
  }
  return (
    <div class="person">
      <button type="button" class="button" ref={button} onClick={open}>
        {store.texts.value.askPerson}
      </button>
    </div>
  )
}

function Verified({ at }: { at: string }) {
  const { store } = useContext(PanelContext)
  const language = resolveLanguage(store.options.value.language)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(at))
  return (
    <p class="verified" part="verified">
      <Icon name="check" />
      {fill(store.texts.value.verified, day)}
    </p>
  )
}

/** Most answers begin sooner, and a word that flashes by only disturbs. */
const PATIENCE_MS = 300

function Loading({ turn: { citations } }: { turn: Turn }) {
  const { store } = useContext(PanelContext)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const texts = store.texts.value
  const pages = new Set(citations.map(({ document_id }) => document_id)).size
  if (!isShown) return <div class="loading" />
  return (
    <div class="loading">
      <p class="quiet">
        {citations.length > 0 ? fill(texts.reading, citations.length, pages) : texts.searching}
      </p>
      <p aria-hidden="true" class="found">
        {citations.map(({ index }) => (
          <span key={index} class="chip open">
            {index}
          </span>
        ))}
      </p>
      <div class="bone" />
      <div class="bone short" />
    </div>
  )
}
