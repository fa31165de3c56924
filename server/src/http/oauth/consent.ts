import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Interaction } from './interaction.ts'

type Consenting = Omit<Interaction, 'request'>

const Missing = z.object({
  missingOIDCScope: z.array(z.string()).default([]),
  missingResourceScopes: z.record(z.string(), z.array(z.string())).default({}),
})

/** Grants exactly what the tool asked for. */
export async function grantConsent({
  provider,
  details,
  raw,
  reply,
}: Consenting): Promise<FastifyReply> {
  const accountId = details.session?.accountId
  if (details.prompt.name !== 'consent' || accountId === undefined) {
    return reply.redirect(details.returnTo, 303)
  }
  const clientId = String(details.params['client_id'])
  const known =
    details.grantId === undefined ? undefined : await provider.Grant.find(details.grantId)
  const grant = known ?? new provider.Grant({ accountId, clientId })
  const { missingOIDCScope, missingResourceScopes } = Missing.parse(details.prompt.details)
  if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(' '))
  for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
    grant.addResourceScope(resource, scopes.join(' '))
  }
  const result = { consent: { grantId: await grant.save() } }
  return reply.redirect(await provider.interactionResult(raw, reply.raw, result), 303)
}

export async function declineConsent({ provider, raw, reply }: Consenting): Promise<FastifyReply> {
  const result = { error: 'access_denied', error_description: 'The reader declined.' }
  const options = { mergeWithLastSubmission: false }
  return reply.redirect(await provider.interactionResult(raw, reply.raw, result, options), 303)
}
