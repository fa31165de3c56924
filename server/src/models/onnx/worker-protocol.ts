export type ModelJob = {
  readonly id: number
  /** A reader is waiting: it runs before the next batch of passages. */
  readonly urgent: boolean
  /** Set when each text is paired with it, as for a reranker. */
  readonly query?: string | undefined
  readonly texts: readonly string[]
}

export type ToWorker =
  | { readonly type: 'run'; readonly job: ModelJob }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' }

export type FromWorker =
  | { readonly type: 'ready' }
  /** As many numbers for each text as the model gives, texts one after the other. */
  | { readonly type: 'done'; readonly id: number; readonly numbers: Float32Array<ArrayBuffer> }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
