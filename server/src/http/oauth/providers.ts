import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import type { SignIn } from '../../access/sign-in/settings.ts'
import { findSignIn } from '../../access/sign-in/settings.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isId } from '@footnote/contract/id'
import type { SignInDeps } from './deps.ts'
import { createProvider } from './provider.ts'

export type Providers = {
  /** Refuses a knowledge base whose readers cannot sign in, as one that does not exist. */
  of(knowledgeBaseId: string): Promise<{ signIn: SignIn; provider: Provider }>
}

/** Readers' sign-in, where the deployment has it. */
export type SignInServer = { deps: SignInDeps; providers: Providers }

/** An authorization server has routes and keys of its own; some are kept. */
const MOST_KEPT = 200

export function createProviders(deps: SignInDeps): Providers {
  const kept = new LRUCache<string, Promise<Provider>>({ max: MOST_KEPT, ttl: 3_600_000 })
  return {
    async of(knowledgeBaseId) {
      const signIn = isId(knowledgeBaseId) ? await findSignIn(deps.db, knowledgeBaseId) : null
      if (!signIn) throw new Refusal('NOT_FOUND')
      let provider = kept.get(knowledgeBaseId)
      if (!provider) {
        provider = createProvider(deps, signIn)
        kept.set(knowledgeBaseId, provider)
        provider.catch(() => kept.delete(knowledgeBaseId))
      }
      return { signIn, provider: await provider }
    },
  }
}
