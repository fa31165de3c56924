import type { FastifyRequest } from 'fastify'
import type { McpAvailability } from '../../widgets/widget-config.ts'
import type { Deps } from '../deps.ts'
import { getResource } from '../oauth/deps.ts'
import { isMcpHost } from './allowed-host.ts'

export const mcpAvailability = (
  { publicUrl, signIn }: Pick<Deps, 'publicUrl' | 'signIn'>,
  { host, caller }: FastifyRequest,
): McpAvailability => ({
  served: isMcpHost(publicUrl, host),
  signInUrl: signIn && getResource(signIn, caller.knowledgeBaseId),
})
