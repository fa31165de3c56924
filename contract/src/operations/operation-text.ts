/** What the reference says about an operation, in addition to its schemas. */
export type OperationText = {
  /** One to three sentences: what it does, and what a caller must know. */
  readonly description: string
  /** Query parameters of the example, including all required ones. */
  readonly query?: Readonly<Record<string, string>>
  /** What a client sends: JSON, or a string in place of raw bytes. */
  readonly request?: unknown
  /** What is returned; for a stream, its frames in order. Present when the response has a body. */
  readonly response?: unknown
}

/** By operation id. */
export type OperationTexts = Readonly<Record<string, OperationText>>
