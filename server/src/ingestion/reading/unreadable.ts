/** Why a document cannot be read, in words for the operator. Trying again would not help. */
export class UnreadableDocument extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(`The document could not be read: ${reason}.`, options)
    this.name = 'UnreadableDocument'
    this.reason = reason
  }
}
