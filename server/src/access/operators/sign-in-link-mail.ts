import {
  PASSWORD_RESET_MINUTES,
  SIGN_IN_LINK_MINUTES,
} from '@footnote/contract/accounts/email-link'
import { CONSOLE_PATHS, SIGN_IN_PATHS } from '@footnote/contract/paths'
import type { Log } from '../../platform/log.ts'
import { errorFields } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail.ts'

type Address = { readonly publicUrl: string; readonly cell: string }
type Sender = (to: string, token: string) => void

/** Where an edge sends what names no cell. */
const FIRST_CELL = '00'

/** A page that somebody opens from a mail, in a browser that has never been to this cell. */
export const getPage = (cell: string, address: string): string =>
  cell === FIRST_CELL ? address : `${address}?cell=${cell}`

/** Messages with a link. The token is behind `#`, so no log has it. */
export function linkMails(mail: Mail, { publicUrl, cell }: Address, log: Log) {
  // Not awaited: the time would reveal who has an account.
  const send = (to: string, subject: string, lines: readonly string[]): void => {
    void mail.send({ to, subject, text: lines.join('\n\n') }).catch((error: unknown) => {
      log.warn(errorFields(error), 'a link was not sent')
    })
  }
  const sendSignInLink: Sender = (to, token) =>
    send(to, 'Sign in to Footnote', [
      `Open this link within ${SIGN_IN_LINK_MINUTES} minutes to sign in to Footnote:`,
      `${getPage(cell, publicUrl + SIGN_IN_PATHS.link)}#${token}`,
      'It works once. If you did not ask for it, ignore this message.',
    ])
  const sendPasswordReset: Sender = (to, token) =>
    send(to, 'Set a new password for Footnote', [
      `Open this link within ${PASSWORD_RESET_MINUTES} minutes to set a new password for Footnote:`,
      `${getPage(cell, publicUrl + CONSOLE_PATHS.newPassword)}#${token}`,
      'It works once, and ends all your sessions. If you did not ask for it, ignore this message. Your password does not change.',
    ])
  return { sendSignInLink, sendPasswordReset }
}
