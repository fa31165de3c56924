import { z } from 'zod'

/** What a reCAPTCHA v3 token is minted for. */
export const CaptchaAction = z.enum(['chat', 'search', 'feedback', 'form_deflect', 'contact'])
export type CaptchaAction = z.infer<typeof CaptchaAction>
