import { relayFetch } from './relay-fetch.ts'
import type { FromPreview, PreviewOptions, ToPreview } from './protocol.ts'

type WidgetApi = { update(options: PreviewOptions): void; destroy(): void }

const send = (message: FromPreview): void => parent.postMessage(message, '*')
const relay = relayFetch(send)

// The page may connect to nothing: whatever the widget asks for, the console answers.
window.fetch = relay.fetch

/** What to show now: it may change before the widget has loaded. */
let latest: PreviewOptions = {}
let shownMode: unknown

/** As a page's own script tag would do it. */
function load(options: PreviewOptions): void {
  const script = document.createElement('script')
  script.src = new URL('/widget.js', location.href).href
  // Neither is sent anywhere, but the widget wants them.
  script.dataset['clientKey'] = 'preview'
  script.dataset['knowledgeBaseId'] = 'preview'
  script.dataset['hotkey'] = 'none'
  script.dataset['target'] = '#assistant'
  for (const [name, value] of Object.entries(options)) {
    if (typeof value === 'string') script.dataset[name] = value
  }
  script.addEventListener('load', () => widget()?.update(latest))
  document.body.append(script)
}

// The loader defines it, and this build does not know the loader's types.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const widget = () => (window as { Footnote?: WidgetApi }).Footnote

/** The support form of the page, where forms are previewed. Nothing is sent. */
const form = document.querySelector<HTMLFormElement>('#support')
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  const sent = document.querySelector('#sent')
  if (sent) sent.textContent = 'Sent. On your page, your own form would be sent now.'
})

function show(options: PreviewOptions): void {
  latest = options
  if (form) form.hidden = options['formSelector'] === undefined
  if (shownMode === options['mode']) return widget()?.update(options)
  shownMode = options['mode']
  widget()?.destroy()
  load(options)
}

window.addEventListener('message', (event: MessageEvent<ToPreview>) => {
  if (event.source !== parent) return
  const message = event.data
  if (message.type !== 'show') return relay.receive(message)
  document.documentElement.dataset['theme'] = message.theme
  show(message.options)
})
send({ type: 'ready' })
