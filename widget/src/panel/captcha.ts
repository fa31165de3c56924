import type { CaptchaAction, WidgetConfig } from '@footnote/client'
import type { Options } from '../shared/options.ts'

type Recaptcha = {
  ready(run: () => void): void
  execute(siteKey: string, how: { action: string }): Promise<string>
}
declare global {
  interface Window {
    grecaptcha?: Recaptcha
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  }
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render='
let loading: Promise<void> | undefined

/** A fresh token for one request. Google's script loads at the first. */
export async function mintToken(
  options: Options,
  { recaptcha_site_key: siteKey }: WidgetConfig,
  action: CaptchaAction,
): Promise<string | undefined> {
  if (options.captchaToken) return options.captchaToken(action)
  loading ??= loadScript(SCRIPT + encodeURIComponent(siteKey)).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  await loading
  const { grecaptcha } = window
  if (!grecaptcha) return undefined
  await new Promise<void>((resolve) => grecaptcha.ready(resolve))
  return grecaptcha.execute(siteKey, { action })
}

function loadScript(url: string): Promise<void> {
  const policy = window.trustedTypes?.createPolicy('footnote', { createScriptURL: (same) => same })
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = policy?.createScriptURL(url) ?? url
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('reCAPTCHA could not be loaded')))
    document.head.append(script)
  })
}
