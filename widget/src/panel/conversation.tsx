import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { fill } from '../texts/texts.ts'
import { Composer } from './composer.tsx'
import { Foot } from './foot.tsx'
import { Header } from './header.tsx'
import { Icon } from './icon.tsx'
import { aiToolsView, loadAiTools } from './lazy-views.ts'
import { PanelContext } from './panel-context.ts'
import { Starter } from './starter.tsx'
import { TurnView } from './turn-view.tsx'

/** Header, turns, composer: everything but the search. */
export function Conversation() {
  const { store, preview } = useContext(PanelContext)
  const body = useRef<HTMLDivElement>(null)
  const texts = store.texts.value
  const turns = store.turns.value
  const AiTools = aiToolsView.value
  const menuIsOpen = store.menuIsOpen.value
  useEffect(() => {
    if (menuIsOpen) void loadAiTools(store.context)
  }, [menuIsOpen])
  return (
    <>
      <Header />
      {menuIsOpen ? (
        <div class="body">{AiTools && <AiTools />}</div>
      ) : (
        <div
          class="body"
          role="log"
          aria-live="off"
          aria-label={texts.ask}
          ref={body}
          tabIndex={0}
          onScroll={() => preview.hide()}
        >
          {turns.length === 0 && <Empty />}
          {store.isRestored.value && <Restored />}
          {turns.map((turn) => (
            <TurnView key={turn.id} turn={turn} />
          ))}
        </div>
      )}
      {!menuIsOpen && <More body={body} />}
      <div class="end">
        <Composer />
        <Foot />
      </div>
    </>
  )
}

function Empty() {
  const { store, asking } = useContext(PanelContext)
  const texts = store.texts.value
  const name = store.name.value
  const own = store.options.value.texts['greeting']
  const greeting = own ?? (name ? fill(texts.greetingFor, name) : texts.greeting)
  return (
    <>
      <p class="quiet" dir="auto">
        {greeting}
      </p>
      {store.hasPageStarters.value && <p class="hint">{store.moreTexts.value.aboutPage}</p>}
      {store.starters.value.map((question) => (
        <Starter key={question} question={question} onAsk={asking.ask} />
      ))}
    </>
  )
}

function Restored() {
  const { store, asking } = useContext(PanelContext)
  const texts = store.texts.value
  return (
    <p class="hint restored">
      <span>{texts.restored}</span>
      <button type="button" class="text-button" onClick={() => asking.startOver()}>
        {texts.startOver}
      </button>
    </p>
  )
}

/** Says that there is more below. The text is never scrolled under the reader's eyes. */
function More({ body }: { body: { current: HTMLDivElement | null } }) {
  const { store } = useContext(PanelContext)
  const [isBelow, setBelow] = useState(false)
  const turns = store.turns.value
  useEffect(() => {
    const element = body.current
    if (!element) return undefined
    const look = () => {
      const last = element.lastElementChild?.lastElementChild?.getBoundingClientRect()
      setBelow((last?.bottom ?? 0) > element.getBoundingClientRect().bottom + 8)
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [turns, store.isOpen.value])
  if (!isBelow) return null
  const scroll = () => body.current?.scrollBy({ top: body.current.clientHeight * 0.8 })
  return (
    <div class="more">
      <button type="button" class="button" onClick={scroll}>
        <Icon name="more" />
        {store.texts.value.more}
      </button>
    </div>
  )
}
