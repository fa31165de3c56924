import type { Document as DocumentResponse } from '@footnote/contract/admin/documents'
import type { Document } from '../../../knowledge/documents.ts'
import { Refusal } from '../../../platform/refusal.ts'

export function toDocument(document: Document | undefined): DocumentResponse {
  if (!document) throw new Refusal('NOT_FOUND')
  const { passage_count, created_at, updated_at, indexed_at, published_at, ...rest } = document
  return {
    ...rest,
    passages: passage_count,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    indexed_at: indexed_at?.toISOString() ?? null,
    published_at: published_at?.toISOString() ?? null,
  }
}
