import type { Caller } from '../../access/caller.ts'
import { findActiveReader } from '../../access/readers/readers.ts'
import { findNamedGroups, hashOwner } from '../../access/signed-readers/signed-reader.ts'
import { findTenantFields } from '../../access/tenant-fields.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { SignInDeps } from './deps.ts'
import { getResource } from './deps.ts'
import type { Providers } from './providers.ts'

/** The reader of an access token. Refuses a token issued for another MCP server. */
export async function resolveReader(
  deps: SignInDeps,
  providers: Providers,
  knowledgeBaseId: string,
  token: string,
): Promise<Caller> {
  const { signIn, provider } = await providers.of(knowledgeBaseId).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal('UNAUTHORIZED') : error
  })
  const found = await provider.AccessToken.find(token)
  if (!found?.isValid || found.accountId === undefined) throw new Refusal('UNAUTHORIZED')
  const { accountId: id, aud: audience } = found
  if (audience !== getResource(deps, knowledgeBaseId)) throw new Refusal('UNAUTHORIZED')
  return withTenant(deps.db, signIn, async (tx) => {
    const reader = await findActiveReader(tx, id)
    const tenant = reader && (await findTenantFields(tx, knowledgeBaseId))
    if (!tenant) throw new Refusal('UNAUTHORIZED')
    return {
      workspaceId: signIn.workspaceId,
      knowledgeBaseId,
      // Limits are counted per reader.
      keyId: id,
      kind: 'public',
      ...tenant,
      allowedGroupIds: signIn.allowedGroupIds,
      reader: {
        owner: hashOwner({ readerId: id }),
        subject: null,
        groupIds: findNamedGroups(
          tenant.signedGroups,
          signIn.oidc?.groupsClaim ? reader.groups : [],
        ),
        token: null,
      },
      allowedOrigins: null,
      allowedAddresses: [],
      // They have signed in.
      captcha: { required: false, hostnames: [] },
    }
  })
}
