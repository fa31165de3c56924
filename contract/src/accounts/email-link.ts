import { z } from 'zod'
import { EmailAddress, NewPassword, OneTimeToken } from './people.ts'

export const SIGN_IN_LINK_MINUTES = 10

export const SignInMethods = z
  .object({
    email_link: z.boolean().describe('Whether the service can send sign-in links.'),
    passkey: z.boolean().describe('Whether passkeys can be used at this address.'),
    sso: z.boolean().describe('Whether any domain signs in at an OpenID provider.'),
  })
  .meta({ id: 'SignInMethods' })
export type SignInMethods = z.infer<typeof SignInMethods>

export const PASSWORD_RESET_MINUTES = 30

export const EmailLinkBody = z.strictObject({ email: EmailAddress }).meta({ id: 'EmailLinkBody' })
export type EmailLinkBody = z.infer<typeof EmailLinkBody>

export const LinkSignInBody = z.strictObject({ token: OneTimeToken }).meta({ id: 'LinkSignInBody' })
export type LinkSignInBody = z.infer<typeof LinkSignInBody>

export const PasswordResetBody = z
  .strictObject({ email: EmailAddress })
  .meta({ id: 'PasswordResetBody' })
export type PasswordResetBody = z.infer<typeof PasswordResetBody>

export const NewPasswordBody = z
  .strictObject({ token: OneTimeToken, new_password: NewPassword })
  .meta({ id: 'NewPasswordBody' })
export type NewPasswordBody = z.infer<typeof NewPasswordBody>
