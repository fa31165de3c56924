import { MAX_CONTENT_CHARACTERS } from '@footnote/contract/limits'

/** Why a document cannot be parsed, in words for the operator. Retrying would not help. */
export class UnreadableDocument extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(`The document could not be read: ${reason}.`, options)
    this.name = 'UnreadableDocument'
    this.reason = reason
  }
}

/** The limit of the API holds however a document arrives. */
export function refuseLongText(characters: number): void {
  if (characters > MAX_CONTENT_CHARACTERS) {
    // Only here: the first number that is formatted takes 20 ms.
    const most = MAX_CONTENT_CHARACTERS.toLocaleString('en')
    throw new UnreadableDocument(`it has more than ${most} characters`)
  }
}

const MAX_MESSAGE_CHARACTERS = 200

/** A parser's error, in words for the operator. */
export function explainFailure(error: unknown): string {
  if (error instanceof UnreadableDocument) return error.reason
  const message = error instanceof Error ? error.message : String(error)
  if (/call stack/i.test(message)) return 'its elements are nested too deeply'
  if (/array buffer allocation|invalid (?:string|array) length|out of memory/i.test(message)) {
    return 'it needs more memory than a document may take'
  }
  const line = message.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_CHARACTERS)
  return `it is damaged or malformed (${line})`
}
