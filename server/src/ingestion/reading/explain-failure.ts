import { UnreadableDocument } from './unreadable.ts'

const MAX_MESSAGE_CHARACTERS = 200

/** What a parser threw, in words for the operator. */
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
