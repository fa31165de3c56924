import type { Adapter, AdapterFactory } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { createArtifactStore } from '../../access/sign-in/artifacts.ts'
import type { SignIn } from '../../access/sign-in/settings.ts'
import type { SignInDeps } from './deps.ts'

/** Where the authorization server of one knowledge base keeps what it has to. */
export const createAdapter =
  (deps: SignInDeps, signIn: SignIn): AdapterFactory =>
  (kind): Adapter => {
    const store = createArtifactStore(deps, signIn, kind)
    return {
      upsert: (id, payload, expiresInSeconds) => store.put(id, { ...payload }, expiresInSeconds),
      find: (id) => store.find(id),
      findByUid: (uid) => store.findByUid(uid),
      // The device flow, which is off.
      findByUserCode: async () => undefined,
      async consume(id) {
        // Of two that come with one code at the same moment, one is too late.
        if (!(await store.consume(id))) throw new errors.InvalidGrant('it was used before')
      },
      destroy: (id) => store.remove(id),
      revokeByGrantId: (grantId) => store.removeByGrant(grantId),
    }
  }
