import type { SearchRule } from '@footnote/contract/admin/answers/search-rules'
import type { LabelFilter } from '@footnote/contract/labels'
import type { Tenant } from '../platform/database/tenant.ts'
import type { SignedGroup, SignedReader } from './signed-readers/signed-reader.ts'

/** Who is asking. Everything about the tenant comes from the key, nothing from the request. */
export type Caller = Tenant & {
  keyId: string
  kind: 'public' | 'secret'
  knowledgeBaseName: string
  /** The embedding space that searches use, as of at most 3 s ago. */
  space: { id: string; model: string; dimensions: number }
  /** The languages of its documents. */
  languages: readonly string[]
  /** Applied to what names no labels. */
  defaultFilter: LabelFilter
  /** What editors tell the search. */
  rules: readonly SearchRule[]
  plan: 'free' | 'team' | 'enterprise'
  retention: 'standard' | 'zero'
  /** Empty means every group, and documents without one. */
  allowedGroupIds: readonly string[]
  /** The groups of the knowledge base that only signed readers read. */
  signedGroups: readonly SignedGroup[]
  /** null: nobody says who is asking. */
  reader: SignedReader | null
  /** Origins that may use the key. null means any, including programs. */
  allowedOrigins: readonly string[] | null
  /** Addresses and blocks of them that it may be used from. Empty means any. */
  allowedAddresses: readonly string[]
  /** Whether readers may connect AI tools. */
  mcpEnabled: boolean
  /** Whether each gated request needs a token, and the hosts it may be minted on. */
  captcha: { required: boolean; hostnames: readonly string[] }
}
