import { z } from 'zod'
import { Id } from '../id.ts'
import { nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

const MAX_NAME_CHARACTERS = 100
/** The longest credential id that WebAuthn allows, in base64url. */
const MAX_ID_CHARACTERS = 1400
const MAX_DATA_CHARACTERS = 20_000

const PasskeyName = nonBlankText(MAX_NAME_CHARACTERS)
const data = z.string().min(1).max(MAX_DATA_CHARACTERS)
const clientDataJSON = data.describe('What the browser says it did, in base64url.')
const type = z.literal('public-key').describe('Always this.')
const strength = z.enum(['required', 'preferred', 'discouraged']).optional()

export const Passkey = z
  .object({
    id: Id.describe('Identifies the passkey in this API.'),
    name: z.string().describe('What its owner calls it.'),
    created_at: Timestamp.describe('When it was added.'),
    is_synced: z.boolean().describe('Whether it is copied to other devices, as its maker says.'),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const PasskeyList = z
  .object({ passkeys: z.array(Passkey).describe('Yours.') })
  .meta({ id: 'PasskeyList' })
export type PasskeyList = z.infer<typeof PasskeyList>

export const PasskeyParams = z.object({ passkeyId: Id.describe('The passkey.') })
export type PasskeyParams = z.infer<typeof PasskeyParams>

export const PasskeyPatch = z
  .strictObject({ name: PasskeyName.describe('What to call it.') })
  .meta({ id: 'PasskeyPatch' })
export type PasskeyPatch = z.infer<typeof PasskeyPatch>

const KnownPasskey = z.object({
  id: z.string().describe('The id that the authenticator gave it.'),
  type,
  transports: z.array(z.string()).optional().describe('How it can be reached, such as `usb`.'),
})

const challenge = z.string().describe('To be signed by the authenticator, once.')
const timeout = z.int().describe('For how many milliseconds the browser asks.')

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreation = z
  .object({
    challenge,
    rp: z
      .object({
        name: z.string().describe('The service.'),
        id: z.string().optional().describe('The host that the passkey will be for.'),
      })
      .describe('Who asks for it.'),
    user: z
      .object({
        id: z.string().describe('Random, and new each time.'),
        name: z.string().describe('Your email address.'),
        displayName: z.string().describe('The same.'),
      })
      .describe('Whose it will be.'),
    pubKeyCredParams: z
      .array(z.object({ alg: z.int().describe('As COSE numbers it.'), type }))
      .describe('The signatures that are accepted.'),
    timeout: timeout.optional(),
    excludeCredentials: z
      .array(KnownPasskey)
      .optional()
      .describe('Those that you have already: an authenticator makes no second one.'),
    authenticatorSelection: z
      .object({
        residentKey: strength.describe('Whether it keeps the passkey itself.'),
        requireResidentKey: z.boolean().optional().describe('The same, for older browsers.'),
        userVerification: strength.describe('Whether it asks who it is.'),
      })
      .optional()
      .describe('What the authenticator has to do.'),
    attestation: z
      .enum(['none', 'indirect', 'direct', 'enterprise'])
      .optional()
      .describe('Always `none`: its maker need not vouch for it.'),
    extensions: z
      .object({ credProps: z.boolean().optional().describe('Whether it says what it made.') })
      .optional()
      .describe('What the browser does besides.'),
  })
  .meta({ id: 'PasskeyCreation' })
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequest = z
  .object({
    challenge,
    rpId: z.string().describe('The host that the passkey was made for.'),
    timeout,
    userVerification: z.literal('required').describe('The authenticator asks who it is.'),
  })
  .meta({ id: 'PasskeyRequest' })
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** What browsers add besides is left out. */
const credential = {
  id: z.string().min(1).max(MAX_ID_CHARACTERS).describe('The id of the passkey.'),
  rawId: z.string().min(1).max(MAX_ID_CHARACTERS).describe('The same.'),
  type,
}

export const NewPasskeyBody = z
  .strictObject({
    name: PasskeyName.describe('What to call it.'),
    response: z
      .object({
        ...credential,
        response: z
          .object({
            clientDataJSON,
            attestationObject: data.describe('The public key, and how it was made.'),
            transports: z
              .array(z.string().min(1).max(20))
              .max(10)
              .optional()
              .describe('How it can be reached.'),
          })
          .describe('What the authenticator made.'),
      })
      .describe('`RegistrationResponseJSON` of WebAuthn, as the browser returns it.'),
  })
  .meta({ id: 'NewPasskeyBody' })
export type NewPasskeyBody = z.infer<typeof NewPasskeyBody>

export const PasskeySignInBody = z
  .strictObject({
    response: z
      .object({
        ...credential,
        response: z
          .object({
            clientDataJSON,
            authenticatorData: data.describe('What the authenticator says it did.'),
            signature: data.describe('The signature of the passkey over both.'),
          })
          .describe('What the authenticator signed.'),
      })
      .describe('`AuthenticationResponseJSON` of WebAuthn, as the browser returns it.'),
  })
  .meta({ id: 'PasskeySignInBody' })
export type PasskeySignInBody = z.infer<typeof PasskeySignInBody>
