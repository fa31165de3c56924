import { createLocalReranker, type LocalRerankerOptions } from './local-reranker.ts'
import { createProviderReranker, type ProviderRerankerOptions } from './provider-reranker.ts'
import { createHttpRerankingModel, type HttpRerankingOptions } from './rerank-http.ts'
import type { Reranker } from './reranker.ts'

export type RerankConfig =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'local' } & LocalRerankerOptions)
  | ({ readonly kind: 'http' } & HttpRerankingOptions & ProviderRerankerOptions)

export async function createReranker(config: RerankConfig): Promise<Reranker | null> {
  switch (config.kind) {
    case 'none':
      return null
    case 'local':
      return createLocalReranker(config)
    case 'http':
      return createProviderReranker(createHttpRerankingModel(config), config)
  }
}
