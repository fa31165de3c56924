import { fillPath, OAUTH_PATHS } from '@footnote/contract/paths'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { digestKey } from '../../access/digest.ts'
import { beginAttempt, endAttempt } from '../../access/readers/sign-in-attempts.ts'
import { takeMail } from '../../access/readers/mail-allowance.ts'
import { errorFields } from '../../platform/log.ts'
import { getNetwork } from '../../platform/network/network.ts'
import { enforceLimit } from '../hooks/rate-limit.ts'
import { readInput } from '../read-input.ts'
import type { SignInDeps } from './deps.ts'
import type { Interaction } from './interaction.ts'
import { errorPage } from './pages.ts'
import { sendPage } from './send-page.ts'
import { finishSignIn } from './finish-sign-in.ts'

const Email = z.email()
const Remembered = z.object({ email: Email })
const Query = z.object({ token: z.string().max(100).default('') })

const isAllowed = (email: string, domains: readonly string[]): boolean =>
  Email.safeParse(email).success && domains.includes(email.slice(email.lastIndexOf('@') + 1))

/**
 * Sends a link if the address may sign in, without revealing whether it did. False when the day's
 * messages are used up.
 */
export async function sendLink(
  deps: SignInDeps,
  { signIn, details, params, reply, request }: Interaction,
  email: string,
): Promise<boolean> {
  const { mail, mailAllowance, attemptLimiter, peppers, publicUrl } = deps
  enforceLimit(reply, await attemptLimiter.consume(`mail ${getNetwork(request.ip)}`))
  const address = digestKey(peppers.current, email).toString('base64url')
  enforceLimit(reply, await attemptLimiter.consume(`${signIn.knowledgeBaseId} ${address}`))
  const isSent = mail !== null && isAllowed(email, signIn.allowedEmailDomains)
  if (!(await takeMail(deps, signIn, mailAllowance, { email, isSent }))) return false
  if (!isSent) return true
  const token = await beginAttempt(deps, signIn, details.uid, { email })
  const name = signIn.knowledgeBaseName
  const text = [
    `Open this link within 10 minutes, in the browser where you asked for it, to sign in to the documentation of ${name}:`,
    `${publicUrl}${fillPath(OAUTH_PATHS.link, params)}?token=${token}`,
    'If you did not ask for it, ignore this message. The link works only in the browser where it was requested.',
  ].join('\n\n')
  // Not awaited: the time it takes would reveal who may sign in.
  void mail.send({ to: email, subject: `Sign in to ${name}`, text }).catch((error: unknown) => {
    deps.log.warn(errorFields(error), 'a sign-in link could not be sent')
  })
  return true
}

export async function signInByLink(
  deps: SignInDeps,
  interaction: Interaction,
): Promise<FastifyReply> {
  const { signIn, details, reply, request } = interaction
  const { token } = readInput(Query, request.query)
  const remembered = Remembered.safeParse(await endAttempt(deps, signIn, details.uid, token))
  if (!remembered.success || !isAllowed(remembered.data.email, signIn.allowedEmailDomains)) {
    const page = errorPage('invalid_link', 'This link has expired or has already been used.')
    return sendPage(reply.status(400), page)
  }
  const { email } = remembered.data
  return finishSignIn(deps, interaction, { identity: `mailto:${email}`, email })
}
