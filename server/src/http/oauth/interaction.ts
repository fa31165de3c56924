import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { SignIn } from '../../access/readers/sign-in-settings.ts'
import type { withPublicAddress } from './forward-request.ts'

type Details = Awaited<ReturnType<Provider['interactionDetails']>>

/** One browser going through the sign-in. */
export type Interaction = {
  request: FastifyRequest
  reply: FastifyReply
  raw: ReturnType<typeof withPublicAddress>
  signIn: SignIn
  provider: Provider
  details: Details
  /** The parameters of its pages' paths. */
  params: { knowledgeBaseId: string; uid: string }
  /** The query string as it was sent. */
  search: string
}
