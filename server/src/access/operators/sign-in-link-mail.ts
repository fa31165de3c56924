import { SIGN_IN_LINK_MINUTES } from '@footnote/contract/accounts/email-link'
import { SIGN_IN_PATHS } from '@footnote/contract/paths'
import type { Log } from '../../platform/log.ts'
import { errorFields } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail.ts'

/** The token is behind `#`, so no log has it. Not awaited: the time would reveal who has an account. */
export const mailSignInLink =
  (mail: Mail, publicUrl: string, log: Log) =>
  (to: string, token: string): void => {
    const text = [
      `Open this link within ${SIGN_IN_LINK_MINUTES} minutes to sign in to Footnote:`,
      `${publicUrl}${SIGN_IN_PATHS.link}#${token}`,
      'It works once. If you did not ask for it, ignore this message.',
    ].join('\n\n')
    void mail.send({ to, subject: 'Sign in to Footnote', text }).catch((error: unknown) => {
      log.warn(errorFields(error), 'a sign-in link was not sent')
    })
  }
