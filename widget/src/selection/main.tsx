import { render } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { IconButton } from '../panel/icon-button.tsx'
import { PanelContext } from '../panel/panel-context.ts'
import type { Store } from '../panel/store.ts'
import { BareMark } from '../panel/icon.tsx'
import { isApple } from '../shared/is-apple.ts'
import { selectedText } from './selected-text.ts'
import css from './selection.css?inline'

/** A selection that still grows is not asked about. */
const SETTLED_MS = 250
const GAP = 8
/** Below the handles that touch screens draw. */
const TOUCH_GAP = 32

/** What the next question is about, above the composer. */
export function SelectedText() {
  const { store } = useContext(PanelContext)
  const ref = useRef<HTMLDivElement>(null)
  const text = store.selection.value
  const focusField = () =>
    ref.current?.parentElement?.querySelector<HTMLElement>('textarea')?.focus()
  useEffect(focusField, [text])
  const remove = () => {
    focusField()
    store.selection.value = null
  }
  if (text === null) return null
  return (
    <div class="selected" ref={ref}>
      <span dir="auto">{text}</span>
      <IconButton icon="close" label={store.moreTexts.value.removeSelection} onClick={remove} />
    </div>
  )
}

/** Draws a button beside what the reader selects on the page, for as long as the widget is there. */
export function startSelecting(store: Store, open: () => void): () => void {
  const { context, options, moreTexts } = store
  context.sheets.add(css)
  const button = createButton(moreTexts.value.askSelection, options.value.hotkey)
  const stopped = new AbortController()
  const { signal } = stopped
  context.root.append(button)
  let timer = 0

  function readText(): string {
    const { filter, mode } = options.value
    const isWanted = mode !== 'search-only' && String(filter['selection']) !== 'false'
    return isWanted ? selectedText() : ''
  }

  function look(): void {
    button.hidden = readText() === ''
    if (!button.hidden) place(button)
  }
  function onChange(): void {
    clearTimeout(timer)
    if (!button.isConnected) return stopped.abort()
    // Pressed with the keyboard, the button has the focus while the page has the selection.
    if (readText() === '') button.hidden = true
    else timer = window.setTimeout(look, SETTLED_MS)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') button.hidden = true
  }
  const onMove = () => !button.hidden && place(button)
  // A press would end the selection before the click is there.
  button.addEventListener('pointerdown', (event) => event.preventDefault())
  button.addEventListener('click', () => {
    button.hidden = true
    open()
  })
  button.addEventListener('keydown', onKeyDown)
  document.addEventListener('selectionchange', onChange, { signal })
  document.addEventListener('keydown', onKeyDown, { signal })
  document.addEventListener('scroll', onMove, { passive: true, capture: true, signal })
  window.addEventListener('resize', onMove, { signal })
  look()
  return () => {
    const text = readText()
    if (text === '') return
    store.selection.value = text
    store.view.value = 'answer'
    store.menuIsOpen.value = false
  }
}

function createButton(label: string, hotkey: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'ask-selection'
  button.setAttribute('part', 'ask-selection')
  const keys = hotkey
    .split('+')
    .map((part) => (part === 'mod' ? (isApple() ? '⌘' : 'Ctrl') : part.toUpperCase()))
  render(
    <>
      <BareMark />
      {label}
      {hotkey !== 'none' && <kbd dir="ltr">{keys.join(isApple() ? '' : '+')}</kbd>}
    </>,
    button,
  )
  return button
}

/** Below the end of the selection, or above it where there is no room, inside the window. */
function place(button: HTMLElement): void {
  const range = getSelection()?.getRangeAt(0)
  const rects = [...(range?.getClientRects() ?? [])].filter(({ width }) => width > 0)
  const last = rects.at(-1)
  const first = rects[0]
  if (!last || !first) {
    button.hidden = true
    return
  }
  const { offsetWidth: width, offsetHeight: height } = button
  const gap = matchMedia('(pointer: coarse)').matches ? TOUCH_GAP : GAP
  const below = last.bottom + gap
  const top = below + height <= innerHeight ? below : Math.max(GAP, first.top - gap - height)
  const isRightToLeft =
    getComputedStyle(range?.endContainer.parentElement ?? button).direction === 'rtl'
  const end = isRightToLeft ? last.left : last.right - width
  const left = Math.min(Math.max(GAP, end), innerWidth - width - GAP)
  button.style.setProperty('top', `${top}px`)
  button.style.setProperty('left', `${left}px`)
}
