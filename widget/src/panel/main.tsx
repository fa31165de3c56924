import { render } from 'preact'
import { loadParser } from '../answer/parser.ts'
import type { Context, PanelHandle } from '../shared/context.ts'
import { resolveLanguage } from '../shared/language.ts'
import { loadTexts } from '../texts/load.ts'
import { createAsking } from './asking.ts'
import { configure } from './configure.ts'
import css from './panel.css?inline'
import { loadSearch } from './lazy-views.ts'
import type { PanelValue } from './panel-context.ts'
import { PanelContext } from './panel-context.ts'
import { createPreview } from './preview-state.ts'
import { Shell } from './shell.tsx'
import { createSelecting } from './selecting.ts'
import { createStore } from './store.ts'

export async function watchForms(context: Context): Promise<() => void> {
  const forms = await import('../form/main.tsx')
  return forms.watchForms(context)
}

/** Draws the panel, closed. The loader calls it once. */
export async function mountPanel(context: Context): Promise<PanelHandle> {
  context.sheets.add(css)
  const store = createStore(context, await loadTexts(resolveLanguage(context.options.language)))
  if (store.view.value === 'search') await loadSearch(context)
  const asking = createAsking(store)
  const preview = createPreview()
  const place = document.createElement('div')
  place.className = 'place'
  context.root.append(place)
  let isConfigured = false

  const close = () => {
    if (!store.isOpen.value) return
    preview.hide()
    store.isOpen.value = false
    // While a dialog is open nothing behind it takes focus.
    place.querySelector('dialog')?.close()
    context.onToggle(false)
    context.emit('close')
  }
  const speak = async (language: string | undefined) => {
    store.ownTexts.value = await loadTexts(resolveLanguage(language))
    if (store.more.value) await store.loadMore()
  }
  const value: PanelValue = { store, asking, preview, close }
  render(
    <PanelContext.Provider value={value}>
      <Shell />
    </PanelContext.Provider>,
    place,
  )

  const open = () => {
    selecting.quote()
    if (store.isOpen.value) return
    store.isOpen.value = true
    context.onToggle(true)
    context.emit('open')
    if (isConfigured) return
    isConfigured = true
    void configure(store)
    void loadParser()
  }
  const selecting = createSelecting(store, open)

  return {
    open,
    close,
    isOpen: () => store.isOpen.value,
    ask(question, send) {
      if (send) asking.ask(question)
      else store.draft.value = question
    },
    update(options) {
      const before = store.options.value
      store.options.value = options
      if (options.language === before.language) return
      void speak(options.language)
    },
    destroy() {
      asking.dispose()
      selecting.stop()
      store.dispose()
      render(null, place)
      place.remove()
    },
  }
}
