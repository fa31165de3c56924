import { z } from 'zod'
import { limitedText } from '../text.ts'
import { MAX_PASSWORD_CHARACTERS } from './people.ts'

/** A recovery code has 11 characters. */
const MAX_CODE_CHARACTERS = 20
export const RECOVERY_CODES = 10

const code = limitedText(MAX_CODE_CHARACTERS)

/** A better sign than the session that it is them, and not somebody at their desk. */
export const PasswordProof = z
  .strictObject({
    password: z
      .string()
      .min(1)
      .max(MAX_PASSWORD_CHARACTERS)
      .optional()
      .describe('Your password. Left out by somebody who has none.'),
  })
  .meta({ id: 'PasswordProof' })
export type PasswordProof = z.infer<typeof PasswordProof>

export const TwoFactorStatus = z
  .object({
    is_on: z.boolean().describe('Whether signing in asks for a code.'),
    recovery_codes_left: z.int().describe('Recovery codes that were not used yet.'),
  })
  .meta({ id: 'TwoFactorStatus' })
export type TwoFactorStatus = z.infer<typeof TwoFactorStatus>

export const TwoFactorEnrolment = z
  .object({
    secret: z.string().describe('In base32, for an authenticator that cannot read the address.'),
    uri: z.string().describe('`otpauth://…`, to be shown as a QR code.'),
  })
  .meta({ id: 'TwoFactorEnrolment' })
export type TwoFactorEnrolment = z.infer<typeof TwoFactorEnrolment>

export const TwoFactorCode = z
  .strictObject({ code: code.describe('The six digits that the authenticator shows.') })
  .meta({ id: 'TwoFactorCode' })
export type TwoFactorCode = z.infer<typeof TwoFactorCode>

export const RecoveryCodes = z
  .object({
    recovery_codes: z
      .array(z.string())
      .describe('Each signs in once, instead of a code. Shown only here.'),
  })
  .meta({ id: 'RecoveryCodes' })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const SecondStepBody = z
  .strictObject({
    code: code.describe('The six digits that the authenticator shows, or a recovery code.'),
  })
  .meta({ id: 'SecondStepBody' })
export type SecondStepBody = z.infer<typeof SecondStepBody>

export const SecondStep = z
  .object({
    second_factor: z
      .literal('totp')
      .describe(
        'The person is not signed in yet: send a code to `/session/two-factor` within 10 minutes.',
      ),
  })
  .meta({ id: 'SecondStep' })
export type SecondStep = z.infer<typeof SecondStep>
