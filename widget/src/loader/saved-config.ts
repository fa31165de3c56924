import type { SavedWidgetConfig } from '@footnote/client'
import type { Options } from '../shared/options.ts'
import { warn } from './warn.ts'

const KEPT_MS = 5 * 60_000

/** The saved widget's configuration, at most five minutes old. Undefined when the page may not show it. */
export async function loadSavedConfig(options: Options): Promise<SavedWidgetConfig | undefined> {
  const key = `footnote:config:${options.widgetId}`
  const kept = readKept(key)
  if (kept) return kept
  const address = `/api/v1/public/widget-integrations/${encodeURIComponent(options.widgetId ?? '')}/config`
  const response = await fetch(options.baseUrl + address, {
    headers: { 'x-client-key': options.clientKey },
    credentials: 'omit',
  })
  const body = await response.json()
  if (!response.ok) {
    const code = String(body?.code)
    warn(`${body?.error} ${options.baseUrl}/docs/errors/${code}`)
    return undefined
  }
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), body }))
  } catch {
    // Storage may be full or forbidden; then it is fetched again.
  }
  return body
}

function readKept(key: string): SavedWidgetConfig | undefined {
  try {
    const { at, body } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return Date.now() - at < KEPT_MS ? body : undefined
  } catch {
    return undefined
  }
}
