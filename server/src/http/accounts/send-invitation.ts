import { CONSOLE_PATHS } from '@footnote/contract/paths'
import { getPage } from '../../access/operators/sign-in-link-mail.ts'
import type { Invitation } from '../../access/operators/invitations.ts'
import { mailedToken } from '../../access/operators/invitations.ts'
import { errorFields } from '../../platform/log.ts'
import type { Deps } from '../deps.ts'

/** False when there is no mail server, or it did not take the message: then the link is handed over. */
export async function sendInvitation(
  { mail, publicUrl, log, keyMaking }: Pick<Deps, 'mail' | 'publicUrl' | 'log' | 'keyMaking'>,
  { email, invited_by, token }: Invitation & { token: string },
): Promise<boolean> {
  if (!mail || publicUrl === null) return false
  const secret = mailedToken(keyMaking.pepper, token)
  const link = `${getPage(keyMaking.cell, publicUrl + CONSOLE_PATHS.invitation)}#${secret}`
  const text = `${invited_by} invited you to Footnote.\n\nAccept the invitation within 7 days:\n${link}\n`
  try {
    await mail.send({ to: email, subject: 'Your invitation to Footnote', text })
    return true
  } catch (error) {
    log.warn(errorFields(error), 'an invitation was not sent')
    return false
  }
}
