import type { Adapter, AdapterFactory } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { createArtifactStore } from '../../access/readers/oauth-artifacts.ts'
import type { SignIn } from '../../access/readers/sign-in-settings.ts'
import type { SignInDeps } from './deps.ts'
import { requireModestClient } from './registration-limits.ts'

/** The storage of one knowledge base's authorization server. */
export const createAdapter =
  (deps: SignInDeps, signIn: SignIn): AdapterFactory =>
  (kind): Adapter => {
    const store = createArtifactStore(deps, signIn, kind)
    return {
      async upsert(id, payload, expiresInSeconds) {
        if (kind === 'Client') requireModestClient(payload)
        await store.put(id, { ...payload }, expiresInSeconds)
      },
      find: (id) => store.find(id),
      findByUid: (uid) => store.findByUid(uid),
      // Only for the device flow, which is off.
      findByUserCode: async () => undefined,
      async consume(id) {
        // Only one of two concurrent requests with the same code wins.
        if (!(await store.consume(id))) throw new errors.InvalidGrant('it was used before')
      },
      destroy: (id) => store.remove(id),
      revokeByGrantId: (grantId) => store.removeByGrant(grantId),
    }
  }
