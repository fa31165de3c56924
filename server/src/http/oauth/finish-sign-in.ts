import type { FastifyReply } from 'fastify'
import type { ProvenReader } from '../../access/readers/readers.ts'
import { signInReader } from '../../access/readers/readers.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { SignInDeps } from './deps.ts'
import type { Interaction } from './interaction.ts'
import { errorPage } from './pages.ts'
import { sendPage } from './send-page.ts'

/** Continues the tool's request as the reader who has just signed in. */
export async function finishSignIn(
  { db }: SignInDeps,
  { signIn, provider, raw, reply, details }: Interaction,
  proven: ProvenReader,
): Promise<FastifyReply> {
  if (details.prompt.name !== 'login') return reply.redirect(details.returnTo, 303)
  const accountId = await withTenant(db, signIn, (tx) => signInReader(tx, signIn, proven))
  if (accountId === null) {
    const page = errorPage('access_denied', 'Your access has been revoked.')
    return sendPage(reply.status(403), page)
  }
  const result = { login: { accountId } }
  return reply.redirect(await provider.interactionResult(raw, reply.raw, result), 303)
}
