import type { WidgetApi } from '../package/types.ts'
import { startWidget } from './widget.ts'

declare global {
  interface Window {
    Footnote?: WidgetApi
  }
}

const script = document.currentScript
if (script instanceof HTMLScriptElement) {
  // A second copy of the tag, or a page that runs its scripts again, replaces the first.
  window.Footnote?.destroy()
  window.Footnote = startWidget({
    url: script.src,
    // oxlint-disable-next-line typescript/no-misused-spread -- its own properties are what is wanted
    data: { ...script.dataset, place: script.parentElement },
    importPanel(failures) {
      // Browsers remember by its address that a module could not be fetched.
      const again = failures > 0 ? `?${failures}` : ''
      return import(/* @vite-ignore */ new URL(PANEL_FILE + again, script.src).href)
    },
  })
}
