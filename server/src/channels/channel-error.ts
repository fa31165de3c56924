/** What a product says about a request of ours, in words for operators. */
export class ChannelError extends Error {
  /** As the product names it. */
  readonly code: string
  /** How long it asks to wait; null: it does not. */
  readonly waitMs: number | null
  /** Whether trying again may succeed. */
  readonly isTransient: boolean

  constructor(
    message: string,
    {
      code,
      waitMs = null,
      isTransient,
    }: { code: string; waitMs?: number | null; isTransient: boolean },
  ) {
    super(message)
    this.name = 'ChannelError'
    this.code = code
    this.waitMs = waitMs
    this.isTransient = isTransient
  }
}
