import { z } from 'zod'
import { Id } from '../id.ts'
import { MAX_EMAIL_CHARACTERS, MAX_NAME_CHARACTERS } from '../limits.ts'
import { Role } from '../role.ts'
import { limitedText, nonBlankText } from '../text.ts'
import { Timestamp } from '../timestamp.ts'

/** NIST SP 800-63B asks for at least 8, and for 15 where a password is the only factor. */
export const MIN_PASSWORD_CHARACTERS = 12
export const MAX_PASSWORD_CHARACTERS = 128
/** Longer than any token of ours. */
const MAX_TOKEN_CHARACTERS = 200

const isEmail = (text: string): boolean => z.email().safeParse(text).success

export const EmailAddress = limitedText(MAX_EMAIL_CHARACTERS)
  .refine(isEmail, 'must be an email address')
  .describe('Compared without regard to case.')

export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_CHARACTERS)
  .max(MAX_PASSWORD_CHARACTERS)
  .describe(`${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters, any of them.`)

const name = nonBlankText(MAX_NAME_CHARACTERS).describe('As colleagues see it.')

export const OneTimeToken = limitedText(MAX_TOKEN_CHARACTERS).describe(
  'The part of the link after `#`.',
)

export const SetupBody = z
  .strictObject({ token: OneTimeToken, email: EmailAddress, name, password: NewPassword })
  .meta({ id: 'SetupBody' })
export type SetupBody = z.infer<typeof SetupBody>

export const PasswordSignInBody = z
  .strictObject({
    email: EmailAddress,
    password: z.string().min(1).max(MAX_PASSWORD_CHARACTERS).describe('The current password.'),
  })
  .meta({ id: 'PasswordSignInBody' })
export type PasswordSignInBody = z.infer<typeof PasswordSignInBody>

export const PasswordChange = z
  .strictObject({
    current_password: z
      .string()
      .min(1)
      .max(MAX_PASSWORD_CHARACTERS)
      .optional()
      .describe('The password until now. Left out by somebody who has none.'),
    new_password: NewPassword,
  })
  .meta({ id: 'PasswordChange' })
export type PasswordChange = z.infer<typeof PasswordChange>

export const Person = z
  .object({
    id: Id.describe('Stays the same when name or address change.'),
    email: z.string().describe('In lower case.'),
    name: z.string().describe('As colleagues see it.'),
    owns_installation: z
      .boolean()
      .describe('true: may create workspaces, and acts as an owner in each.'),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

export const Me = z
  .object({
    person: Person.nullable().describe(
      'null: the admin token, or a token that belongs to no person.',
    ),
    via: z
      .enum(['admin_token', 'session', 'access_token'])
      .describe('The kind of credential that was sent.'),
    workspaces: z
      .array(
        z.object({
          id: Id.describe('The workspace.'),
          name: z.string().describe('Its name.'),
          role: Role.describe('What you may do in it.'),
          knowledge_bases: z
            .array(
              z.object({
                id: Id.describe('The knowledge base.'),
                name: z.string().describe('Its name.'),
                role: Role.describe('What you may do in it.'),
              }),
            )
            .describe('Only those in which your role differs from that in the workspace.'),
        }),
      )
      .describe('The first 1,000, oldest first.'),
    may_create_workspaces: z.boolean().describe('Whether `POST /workspaces` is open to you.'),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const Session = z
  .object({
    id: Id.describe('Identifies the session in this API. It gives no access.'),
    is_current: z.boolean().describe('Whether this request came with it.'),
    address: z.string().nullable().describe('The network address that signed in.'),
    user_agent: z.string().nullable().describe('The browser, as it names itself.'),
    created_at: Timestamp.describe('When it was signed in.'),
    expires_at: Timestamp.describe('When it ends. Use extends it.'),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

export const SessionList = z
  .object({ sessions: z.array(Session).describe('Newest first.') })
  .meta({ id: 'SessionList' })
export type SessionList = z.infer<typeof SessionList>

export const SessionParams = z.object({
  sessionId: Id.describe('One of your sessions.'),
})
export type SessionParams = z.infer<typeof SessionParams>

export { name as personName }
