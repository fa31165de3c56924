import { render } from 'preact'
import { loadParser } from '../answer/parser.ts'
import { createAsking } from '../panel/asking.ts'
import css from './form.css?inline'
import panelCss from '../panel/panel.css?inline'
import type { PanelValue } from '../panel/panel-context.ts'
import { PanelContext } from '../panel/panel-context.ts'
import { createPreview } from '../panel/preview-state.ts'
import { createStore } from '../panel/store.ts'
import type { Context } from '../shared/context.ts'
import { resolveLanguage } from '../shared/language.ts'
import { loadTexts } from '../texts/load.ts'
import { readForm } from './read-form.ts'
import { FormDialog } from './form-dialog.tsx'

/** Offers an answer before a form of the page is sent. Returns how to stop. */
export function watchForms(context: Context): () => void {
  const { options } = context
  /** Forms that the reader wants to have sent. */
  const released = new WeakSet<HTMLFormElement>()
  let dialog: HTMLElement | undefined

  const onSubmit = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches(options.formSelector ?? '')) return
    if (released.delete(form)) return
    const written = readForm(form, options)
    // Nothing to look up, or a dialog is open: the page's own way.
    if (!written || dialog) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const { submitter } = event
    void offer(written, () => {
      released.add(form)
      form.requestSubmit(submitter)
    })
  }

  async function offer(written: NonNullable<ReturnType<typeof readForm>>, send: () => void) {
    dialog = document.createElement('div')
    try {
      const texts = await loadTexts(resolveLanguage(options.language))
      const store = createStore(context, texts)
      store.config.value ??= await store.client.widgetConfig().catch(() => null)
      void loadParser()
      context.root.append(dialog)
      const done = () => {
        if (!dialog) return
        render(null, dialog)
        dialog.remove()
        dialog = undefined
        store.dispose()
      }
      const value: PanelValue = {
        store,
        asking: createAsking(store),
        preview: createPreview(),
        close: done,
      }
      const leave = (then?: () => void) => {
        done()
        then?.()
      }
      render(
        <PanelContext.Provider value={value}>
          <FormDialog written={written} onSend={() => leave(send)} onSolved={() => leave()} />
        </PanelContext.Provider>,
        dialog,
      )
    } catch {
      // Whatever fails, the form is sent.
      dialog = undefined
      send()
    }
  }

  context.sheets.add(panelCss + css)
  document.addEventListener('submit', onSubmit, { capture: true })
  return () => document.removeEventListener('submit', onSubmit, { capture: true })
}
