import type { ModelFolder } from './model-folder.ts'

export type EmbeddingJob = {
  readonly id: number
  /** A reader waits for it: it goes before the next batch of passages. */
  readonly urgent: boolean
  readonly texts: readonly string[]
}

export type ToWorker =
  | { readonly type: 'embed'; readonly job: EmbeddingJob }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' }

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly id: number; readonly vectors: Float32Array<ArrayBuffer> }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }

export type WorkerSettings = { readonly folder: ModelFolder; readonly threads: number }
