import type { Document as DocumentResponse, LabelOrigin } from '@footnote/contract/admin/documents'
import type { Document } from '../../../knowledge/documents.ts'
import { Refusal } from '../../../platform/refusal.ts'

export function toDocument(document: Document | undefined): DocumentResponse {
  if (!document) throw new Refusal('NOT_FOUND')
  const { passage_count, created_at, updated_at, indexed_at, published_at, ...others } = document
  const { page_labels, given_labels, ...rest } = others
  return {
    ...rest,
    labels_from: Object.fromEntries(
      Object.keys(rest.labels).map((name) => [
        name,
        findOrigin(name, { page_labels, given_labels }),
      ]),
    ),
    passages: passage_count,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    indexed_at: indexed_at?.toISOString() ?? null,
    published_at: published_at?.toISOString() ?? null,
  }
}

type Origins = Pick<Document, 'page_labels' | 'given_labels'>

/** Of a label that several give, the one that counts. */
function findOrigin(name: string, { page_labels, given_labels }: Origins): LabelOrigin {
  if (Object.hasOwn(given_labels, name)) return 'given'
  return Object.hasOwn(page_labels, name) ? 'page' : 'rules'
}
