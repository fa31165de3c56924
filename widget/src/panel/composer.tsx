import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { fill } from '../texts/texts.ts'
import { Icon } from './icon.tsx'
import { PanelContext } from './panel-context.ts'
import { selectedView } from './selecting.ts'

const MAX_CHARACTERS = 4000
/** From here on the reader sees how many are left. */
const COUNT_FROM = 3800

export function Composer() {
  const { store, asking } = useContext(PanelContext)
  const ref = useRef<HTMLTextAreaElement>(null)
  const texts = store.texts.value
  const draft = store.draft.value
  const isAsking = store.isAsking.value
  const isOff = store.blockedBy.value !== null
  const hasTurns = store.turns.value.length > 0
  const Selected = selectedView.value
  const placeholder = hasTurns ? texts.askFollowUp : texts.askQuestion
  // As tall as its text, up to the six lines that the style sheet allows.
  useLayoutEffect(() => {
    const field = ref.current
    if (!field) return
    field.style.setProperty('height', 'auto')
    field.style.setProperty('height', `${field.scrollHeight}px`)
  }, [draft])
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends an input method's composition sends nothing. Safari says so by 229 alone.
    const isComposing = event.isComposing || event.keyCode === 229
    if (event.key === 'Enter' && !event.shiftKey && !isComposing) {
      event.preventDefault()
      if (!isAsking) asking.ask(draft)
    }
    const last = store.turns.value.at(-1)?.question
    if (event.key === 'ArrowUp' && draft === '' && last && !event.ctrlKey) {
      event.preventDefault()
      store.draft.value = last
    }
  }
  const left = MAX_CHARACTERS - Array.from(draft).length
  return (
    <form
      class="composer"
      part="composer"
      onSubmit={(event) => {
        event.preventDefault()
        asking.ask(draft)
      }}
    >
      {Selected && <Selected />}
      <textarea
        ref={ref}
        rows={1}
        // Empty, it would turn the placeholder to the left.
        {...(draft === '' ? {} : { dir: 'auto' })}
        aria-label={placeholder}
        placeholder={placeholder}
        value={draft}
        maxLength={MAX_CHARACTERS}
        disabled={isOff}
        enterkeyhint="send"
        onInput={(event) => (store.draft.value = event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {left <= MAX_CHARACTERS - COUNT_FROM && (
        <span class="hint count" role="status">
          {fill(texts.charactersLeft, left)}
        </span>
      )}
      {isAsking ? (
        <button
          type="button"
          class="send"
          part="send"
          aria-label={texts.stop}
          title={texts.stop}
          onClick={() => asking.stop()}
        >
          <Icon name="stop" />
        </button>
      ) : (
        <button
          class="send"
          part="send"
          aria-label={texts.send}
          title={texts.send}
          disabled={isOff || draft.trim() === ''}
        >
          <Icon name="send" />
        </button>
      )}
    </form>
  )
}
