import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Conversation } from './conversation.tsx'
import { PanelContext } from './panel-context.ts'
import { Preview } from './preview.tsx'
import { loadResizer, loadSearch, resizerView, searchView } from './lazy-views.ts'
import { useSheetSize } from './sheet-size.ts'

/** The frame around the panel: another element, with other semantics, in each mode. */
export function Shell() {
  const { store, asking, preview, close } = useContext(PanelContext)
  const { mode, position } = store.options.value
  const isSheet = store.isSmall.value && mode !== 'inline'
  const isDialog = isSheet || store.isModal.value
  const ref = useRef<HTMLElement>(null)
  const isOpen = store.isOpen.value
  const showsSearch = store.view.value === 'search'
  const Search = searchView.value
  const Resizer = resizerView.value
  useEffect(() => {
    if (showsSearch) void loadSearch(store.context)
    if (mode === 'sidebar') void loadResizer(store.context)
  }, [showsSearch, mode])
  useSheetSize(ref, isSheet && isOpen)
  useLayoutEffect(() => {
    const element = ref.current
    if (isDialog && isOpen && element instanceof HTMLDialogElement && !element.open) {
      element.showModal()
    }
  }, [isDialog, isOpen])
  useEffect(() => {
    // On touch a keyboard would jump up over what the reader wants to see.
    if (!isOpen || mode === 'inline' || matchMedia('(pointer: coarse)').matches) return
    ref.current?.querySelector<HTMLElement>('.search-field input, .composer textarea')?.focus()
  }, [isOpen, showsSearch, isDialog, Search])
  if (!isOpen) return null

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey && event.key === '.') asking.stop()
    if (event.ctrlKey && event.key === 'ArrowUp') {
      event.preventDefault()
      ref.current?.querySelector<HTMLElement>('.turn:last-child')?.focus()
    }
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    if (preview.shown.value) preview.hide()
    else if (store.menuIsOpen.value) store.menuIsOpen.value = false
    else if (showsSearch !== store.isModal.value)
      store.view.value = showsSearch ? 'answer' : 'search'
    else if (mode !== 'inline') close()
  }
  const frame = {
    ref,
    part: 'panel',
    class: `panel ${isSheet ? 'sheet' : mode === 'search-only' ? 'modal' : mode}${position === 'bottom-left' ? ' start' : ''}`,
    onKeyDown,
    'aria-label': store.name.value || store.texts.value.ask,
  }
  const inside = (
    <>
      {showsSearch ? Search && <Search /> : <Conversation />}
      <Preview />
      <div class="spoken" role="status">
        {store.spoken.value}
      </div>
    </>
  )
  if (isDialog) {
    return (
      <dialog
        {...(frame as object)}
        onCancel={(event) => event.preventDefault()}
        // Android's Back closes a dialog by itself.
        onClose={close}
        onClick={(event) => event.target === ref.current && close()}
      >
        {inside}
      </dialog>
    )
  }
  if (mode === 'sidebar') {
    return (
      <aside {...frame}>
        {Resizer && <Resizer />}
        {inside}
      </aside>
    )
  }
  if (mode === 'inline') return <section {...frame}>{inside}</section>
  return (
    <div {...(frame as object)} role="dialog">
      {inside}
    </div>
  )
}
