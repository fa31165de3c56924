import type { WidgetApi } from '../package/types.ts'
import type { Context, EventName, PanelHandle, PanelModule } from '../shared/context.ts'
import { resolveLanguage } from '../shared/language.ts'
import type { Options, RawOptions } from '../shared/options.ts'
import { fromSaved, readOptions } from '../shared/options.ts'
import { watchTheme } from '../shared/theme.ts'
import { createHost } from './host.ts'
import { isHotkey } from './hotkey.ts'
import { createLauncher } from './launcher.ts'
import css from './loader.css?inline'
import { loadSavedConfig } from './saved-config.ts'
import { warn } from './warn.ts'

export type Script = {
  /** The loader's own address. The service is beside it unless `baseUrl` says otherwise. */
  readonly url: string
  readonly data: RawOptions
  /** Given how often it failed before. */
  importPanel(failures: number): Promise<PanelModule>
}

/** For calls that nobody awaits: what failed was logged where it did. */
const quietly = (call: Promise<unknown> | void): void => void call?.catch(() => undefined)

/** The part that every page loads: draws the launcher, and fetches the rest when it is needed. */
export function startWidget(script: Script): WidgetApi {
  let given: RawOptions = script.data
  let saved: Awaited<ReturnType<typeof loadSavedConfig>>
  const optionsNow = (): Options =>
    readOptions({ ...fromSaved(saved?.config ?? {}), ...given, ...savedIds() }, script.url)
  const savedIds = () => (saved ? { knowledgeBaseId: saved.knowledge_base_id } : {})
  let options = optionsNow()
  let panel: Promise<PanelHandle> | undefined
  let opened: PanelHandle | undefined
  let stopTheme: (() => void) | undefined
  let stopForms: (() => void) | undefined
  let opener: Element | null = null
  let isDestroyed = false
  let failures = 0

  const host = createHost()
  host.addSheet(css)
  const launcher = createLauncher(
    () => quietly(toggle()),
    () => quietly(load()),
  )
  host.root.append(launcher.element)

  const context = (): Context => ({
    options,
    root: host.root,
    sheets: { add: (text) => host.addSheet(text) },
    saved,
    emit: (name: EventName, detail = {}) =>
      host.element.dispatchEvent(
        new CustomEvent(`footnote:${name}`, {
          detail: { mode: options.mode, ...detail },
          bubbles: true,
        }),
      ),
    onToggle(isOpen) {
      launcher.element.ariaExpanded = String(isOpen)
      // The sidebar has the corner of the button.
      launcher.element.classList.toggle('gone', isOpen && options.mode === 'sidebar')
      if (isOpen) return
      const back = opener instanceof HTMLElement && opener.isConnected ? opener : launcher.element
      back.focus({ preventScroll: true })
    },
  })

  function load(): Promise<PanelHandle> {
    panel ??= (async () => {
      await ready
      const module = await script.importPanel(failures)
      opened = await module.mountPanel(context())
      return opened
    })().catch((error: unknown) => {
      panel = undefined
      failures += 1
      warn('the panel could not be loaded.')
      throw error
    })
    return panel
  }

  async function open(): Promise<void> {
    const active = document.activeElement
    if (!opened?.isOpen()) {
      opener = active === host.element || active === document.body ? launcher.element : active
    }
    // Shows on a slow network only: mostly the panel is there when the reader clicks.
    launcher.element.ariaBusy = 'true'
    const handle = await load().finally(() => (launcher.element.ariaBusy = null))
    if (!isDestroyed) handle.open()
  }

  async function ask(question: string, send: boolean): Promise<void> {
    await open()
    opened?.ask(question, send)
  }

  function toggle(): Promise<void> | void {
    return opened?.isOpen() ? opened.close() : open()
  }

  function draw(): void {
    options = optionsNow()
    const place = options.target === undefined ? null : document.querySelector(options.target)
    const parent = options.mode === 'inline' ? (place ?? script.data['place']) : document.body
    if (parent instanceof Element && host.element.parentElement !== parent) {
      parent.append(host.element)
    }
    const language = resolveLanguage(options.language)
    // Once it is part of the page: outside it no style is computed, so that no accent would be found.
    host.update(options, language)
    launcher.update(options, language)
    opened?.update(options)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isHotkey(event, options.hotkey)) return
    event.preventDefault()
    quietly(toggle())
  }

  /** The panel asks about what is selected, if the page wants that. */
  function onSelection(): void {
    if (!failures && !getSelection()?.isCollapsed) quietly(load())
  }

  function followDeepLink(): void {
    const question = /^#ask=(.+)/.exec(location.hash)?.[1]
    if (question === undefined || options.deepLink === 'off') return
    const text = decodeURIComponent(question.replaceAll('+', ' '))
    quietly(ask(text, options.deepLink === 'send'))
  }

  async function begin(): Promise<void> {
    if (options.widgetId !== undefined) {
      await idle()
      saved = await loadSavedConfig(options)
      if (!saved) return destroy()
    }
    if (optionsNow().knowledgeBaseId === '') {
      warn('data-knowledge-base-id or data-widget-id is missing.')
      return destroy()
    }
  }

  function show(): void {
    if (isDestroyed) return
    draw()
    stopTheme = watchTheme(options, () => {
      host.update(options, resolveLanguage(options.language))
    })
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('selectionchange', onSelection)
    window.addEventListener('hashchange', followDeepLink)
    followDeepLink()
    if (options.mode === 'inline') quietly(open())
    if (options.formSelector !== undefined) quietly(watchForms())
  }

  async function watchForms(): Promise<void> {
    const module = await script.importPanel(failures)
    stopForms = await module.watchForms(context())
  }

  function destroy(): void {
    isDestroyed = true
    stopForms?.()
    stopTheme?.()
    document.removeEventListener('keydown', onKeyDown)
    document.removeEventListener('selectionchange', onSelection)
    window.removeEventListener('hashchange', followDeepLink)
    opened?.destroy()
    host.element.remove()
  }

  // A page's shortcuts must not fire while a reader types. Ours is looked at on the way.
  for (const type of ['keydown', 'keyup', 'keypress'] as const) {
    host.root.addEventListener(type, (event) => {
      if (type === 'keydown') onKeyDown(event)
      event.stopPropagation()
    })
  }
  if (options.clientKey === '') warn('data-client-key is missing.')
  const ready = begin()
  void ready.then(whenParsed).then(show, () => warn('the configuration could not be loaded.'))

  return {
    open,
    close: () => opened?.close(),
    ask: (question, how) => ask(question, how?.send !== false),
    update(next) {
      given = { ...given, ...next }
      if (!isDestroyed) draw()
    },
    destroy,
  }
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 200)
  })

const whenParsed = (): Promise<void> | void => {
  if (document.readyState !== 'loading') return
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  })
}
