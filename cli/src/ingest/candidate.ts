import type { DocumentInput } from '@footnote/sdk/admin-documents'

/** A document to put, or why this file or line cannot be one. */
export type Candidate = { readonly label: string } & (
  | { readonly document: DocumentInput }
  | { readonly problem: string }
)

/** `total` is known before anything is read, so that progress has an end. */
export type Source = {
  readonly total: number
  readonly candidates: AsyncIterator<Candidate>
}

/** What all documents of one run share. */
export type Shared = Pick<DocumentInput, 'visibility' | 'group_id'>
