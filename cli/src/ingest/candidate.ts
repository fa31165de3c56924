import type { DocumentInput } from '@footnote/client/admin'

/** A document to upload, or why this file or line is not one. */
export type Candidate = { readonly label: string } & (
  | { readonly document: DocumentInput }
  | { readonly problem: string }
)

/** `total` is known before anything is read, so that progress can be shown. */
export type Source = {
  readonly total: number
  readonly candidates: AsyncIterator<Candidate>
}

/** Settings for all documents of one run. */
export type Shared = Pick<DocumentInput, 'visibility' | 'group_id' | 'labels'>
