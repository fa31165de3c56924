import { z } from 'zod'
import { Id } from '../id.ts'
import { Role } from '../role.ts'
import { Timestamp } from '../timestamp.ts'
import { EmailAddress, NewPassword, OneTimeToken, personName } from './people.ts'

export const INVITATION_DAYS = 7

export const InvitationBody = z
  .strictObject({
    email: EmailAddress,
    role: Role.describe('What they may do in the workspace. Not above your own.'),
  })
  .meta({ id: 'InvitationBody' })
export type InvitationBody = z.infer<typeof InvitationBody>

const fields = {
  id: Id.describe('Identifies the invitation. It is not the link.'),
  email: z.string().describe('Whom it is for.'),
  role: Role.describe('What they may do once they accept.'),
  invited_by: z.string().describe('Who invited them, as in the audit log.'),
  created_at: Timestamp.describe('When it was created.'),
  expires_at: Timestamp.describe(`${INVITATION_DAYS} days later.`),
}

export const Invitation = z.object(fields).meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const CreatedInvitation = z
  .object({
    ...fields,
    token: z.string().describe('Anyone who has it can accept. Shown once.'),
    is_sent: z.boolean().describe('Whether a message with it was sent to the address.'),
  })
  .meta({ id: 'CreatedInvitation' })
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

export const InvitationList = z
  .object({ invitations: z.array(Invitation).describe('Open ones, oldest first.') })
  .meta({ id: 'InvitationList' })
export type InvitationList = z.infer<typeof InvitationList>

export const AcceptInvitationBody = z
  .strictObject({
    token: OneTimeToken,
    name: personName.optional(),
    password: NewPassword.optional(),
  })
  .meta({
    id: 'AcceptInvitationBody',
    description:
      'Somebody new chooses a name and a password. Somebody with an account sends its password, or nothing when they are signed in.',
  })
export type AcceptInvitationBody = z.infer<typeof AcceptInvitationBody>
