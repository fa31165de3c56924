import { isDeepStrictEqual } from 'node:util'
import type { CitablePassage } from './citable-passage.ts'

/** Those that some running answer holds, by the id of the passage. */
const held = new Map<string, WeakRef<CitablePassage>>()
const forget = new FinalizationRegistry<string>((id) => {
  if (held.get(id)?.deref() === undefined) held.delete(id)
})

/**
 * The passage as another running answer holds it, if it is the same in every word. Many readers ask
 * about the same pages, and each answer holds its passages for as long as its model is silent.
 */
export function sharePassage(passage: CitablePassage): CitablePassage {
  const id = passage.citation.chunk_id
  const other = held.get(id)?.deref()
  if (other && isDeepStrictEqual(other, passage)) return other
  held.set(id, new WeakRef(passage))
  forget.register(passage, id)
  return passage
}
