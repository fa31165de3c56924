import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { digestKey } from '../../access/digest.ts'
import { beginAttempt, endAttempt } from '../../access/sign-in/attempts.ts'
import { errorFields } from '../../platform/log.ts'
import { enforceLimit } from '../hooks/rate-limit.ts'
import { readInput } from '../mcp/read-input.ts'
import type { SignInDeps } from './deps.ts'
import type { Interaction } from './interactions.ts'
import { errorPage } from './pages.ts'
import { sendPage } from './send-page.ts'
import { finishSignIn } from './finish-sign-in.ts'

const Email = z.email()
const Remembered = z.object({ email: Email })
const Query = z.object({ token: z.string().max(100).default('') })

const isAllowed = (email: string, domains: readonly string[]): boolean =>
  Email.safeParse(email).success && domains.includes(email.slice(email.lastIndexOf('@') + 1))

/** Sends a link to whoever may sign in, and does not say whether it did. */
export async function sendLink(
  deps: SignInDeps,
  { signIn, details, path, reply, request }: Interaction,
  email: string,
): Promise<void> {
  const { mail, attemptLimiter, pepper, publicUrl } = deps
  enforceLimit(reply, await attemptLimiter.consume(`mail ${request.ip}`))
  const address = digestKey(pepper, email).toString('base64url')
  enforceLimit(reply, await attemptLimiter.consume(`${signIn.knowledgeBaseId} ${address}`))
  if (!mail || !isAllowed(email, signIn.allowedEmailDomains)) return
  const token = await beginAttempt(deps, signIn, details.uid, { email })
  const name = signIn.knowledgeBaseName
  const text = [
    `Open this link within 10 minutes, in the browser in which you asked for it, to sign in to the documentation of ${name}:`,
    `${publicUrl}${path}/link?token=${token}`,
    'If you did not ask for it, do nothing: without your browser the link is of no use.',
  ].join('\n\n')
  // Not waited for: how long it takes would tell who may sign in.
  void mail.send({ to: email, subject: `Sign in to ${name}`, text }).catch((error: unknown) => {
    deps.log.warn(errorFields(error), 'a sign-in link could not be sent')
  })
}

export async function signInByLink(
  deps: SignInDeps,
  interaction: Interaction,
): Promise<FastifyReply> {
  const { signIn, details, reply, request } = interaction
  const { token } = readInput(Query, request.query)
  const remembered = Remembered.safeParse(await endAttempt(deps, signIn, details.uid, token))
  if (!remembered.success || !isAllowed(remembered.data.email, signIn.allowedEmailDomains)) {
    const page = errorPage('invalid_link', 'This link is too old or was used before.')
    return sendPage(reply.status(400), page)
  }
  const { email } = remembered.data
  return finishSignIn(deps, interaction, { identity: `mailto:${email}`, email })
}
