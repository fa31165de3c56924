import { FootnoteError } from './error.ts'
import type { GatedCallOptions } from './http.ts'

/** What a token is minted for. */
export type CaptchaAction = 'chat' | 'search' | 'feedback' | 'form_deflect' | 'contact'

/** Mints a fresh reCAPTCHA v3 token. Null or undefined: this call needs none. */
export type CaptchaTokenProvider = (
  action: CaptchaAction,
) => string | null | undefined | Promise<string | null | undefined>

/** Adds a token from the provider, unless the options have one. */
export async function withCaptchaToken(
  provider: CaptchaTokenProvider | undefined,
  action: CaptchaAction,
  options: GatedCallOptions = {},
): Promise<GatedCallOptions> {
  if (!provider || options.recaptchaToken !== undefined) return options
  options.signal?.throwIfAborted()
  const recaptchaToken = await mint(provider, action)
  options.signal?.throwIfAborted()
  return { ...options, recaptchaToken: recaptchaToken ?? undefined }
}

async function mint(provider: CaptchaTokenProvider, action: CaptchaAction) {
  try {
    return await provider(action)
  } catch (cause) {
    throw new FootnoteError(
      'The CAPTCHA check could not be made. Please try again.',
      { status: null, code: 'CAPTCHA_FAILED', requestId: null, retryable: true },
      { cause },
    )
  }
}
