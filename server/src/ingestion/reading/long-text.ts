import { MAX_CONTENT_CHARACTERS } from '@footnote/contract/limits'
import { UnreadableDocument } from './unreadable.ts'

const SHOWN = MAX_CONTENT_CHARACTERS.toLocaleString('en')

/** However a document arrives, it may have as much text as one that is put through the API. */
export function refuseLongText(characters: number): void {
  if (characters > MAX_CONTENT_CHARACTERS) {
    throw new UnreadableDocument(`it has more than ${SHOWN} characters`)
  }
}
