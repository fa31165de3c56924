import { EmailAddress } from '@footnote/contract/accounts/people'
import { MAX_NAME_CHARACTERS, MAX_READER_GROUPS } from '@footnote/contract/limits'
import { limitedText, nonBlankText } from '@footnote/contract/text'
import { z } from 'zod'

/** What an ID token says about somebody, as far as it can be believed and stored. */
export type VerifiedClaims = {
  issuer: string
  subject: string
  /** In lower case. null: there is none, the provider does not vouch for it, or it is no address. */
  email: string | null
  /** null: there is none, or it cannot be shown. */
  name: string | null
}

/** OpenID Connect Core 2: at most 255 ASCII characters. A control character would only be there to deceive. */
const Identity = z.object({
  iss: z.string().min(1),
  sub: z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/),
})
const VerifiedEmail = z.object({ email: EmailAddress, email_verified: z.literal(true) })
/** Without control characters, and without those that turn the text around them. */
const Named = z.object({
  name: nonBlankText(MAX_NAME_CHARACTERS).regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u),
})

/** null: it does not say who somebody is. */
export function readClaims(claims: unknown): VerifiedClaims | null {
  const identity = Identity.safeParse(claims)
  if (!identity.success) return null
  const verified = VerifiedEmail.safeParse(claims)
  const named = Named.safeParse(claims)
  return {
    issuer: identity.data.iss,
    subject: identity.data.sub,
    email: verified.success ? verified.data.email.toLowerCase() : null,
    name: named.success ? named.data.name.trim() : null,
  }
}

const Groups = z.array(limitedText(MAX_NAME_CHARACTERS)).max(MAX_READER_GROUPS)

/** Some providers name a single group without a list. None where it cannot be understood. */
export const readGroups = (claim: unknown): string[] =>
  Groups.safeParse(typeof claim === 'string' ? [claim] : claim).data ?? []
