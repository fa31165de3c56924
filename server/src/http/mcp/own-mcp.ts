import type { FastifyRequest } from 'fastify'
import type { OwnMcp } from '../../widgets/widget-config.ts'
import type { Deps } from '../deps.ts'
import { resourceOf } from '../oauth/deps.ts'
import { isMcpHost } from './allowed-host.ts'

export const ownMcp = (
  { publicUrl, signIn }: Pick<Deps, 'publicUrl' | 'signIn'>,
  { host, caller }: FastifyRequest,
): OwnMcp => ({
  served: isMcpHost(publicUrl, host),
  signInUrl: signIn && resourceOf(signIn, caller.knowledgeBaseId),
})
