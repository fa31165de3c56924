import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import type { SignIn } from '../../access/readers/sign-in-settings.ts'
import { findSignIn } from '../../access/readers/sign-in-settings.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isId } from '@footnote/contract/id'
import type { SignInDeps } from './deps.ts'

export type Providers = {
  /** Refuses a knowledge base without sign-in as if it did not exist. */
  of(knowledgeBaseId: string): Promise<{ signIn: SignIn; provider: Provider }>
}

/** Readers' sign-in, if the deployment has it. */
export type SignInServer = { deps: SignInDeps; providers: Providers }

/** How many authorization servers are cached; each has routes and keys of its own. */
const MAX_KEPT = 200

/** Most deployments have no reader who signs in, and the library is large. */
async function loadProvider(deps: SignInDeps, signIn: SignIn): Promise<Provider> {
  const { createProvider } = await import('./provider.ts')
  return createProvider(deps, signIn)
}

export function createProviders(deps: SignInDeps): Providers {
  const kept = new LRUCache<string, Promise<Provider>>({ max: MAX_KEPT, ttl: 3_600_000 })
  return {
    async of(knowledgeBaseId) {
      const signIn = isId(knowledgeBaseId) ? await findSignIn(deps.db, knowledgeBaseId) : null
      if (!signIn) throw new Refusal('NOT_FOUND')
      // Keyed by the keys too, so that after a rotation nothing is signed with the previous ones.
      const name = `${knowledgeBaseId} ${signIn.sealedKeys?.toString('base64') ?? ''}`
      let provider = kept.get(name)
      if (!provider) {
        provider = loadProvider(deps, signIn)
        kept.set(name, provider)
        provider.catch(() => kept.delete(name))
      }
      return { signIn, provider: await provider }
    },
  }
}
