import { createMarkerFilter } from '../citations/markers/marker-filter.ts'
import type { CitablePassage } from '../citations/citable-passage.ts'
import { getAllowedLinks } from '../safe-text/allowed-links.ts'
import type { SafeText } from '../safe-text/create-safe-text.ts'
import { createSafeText } from '../safe-text/create-safe-text.ts'

/**
 * Filters a writer's text as it streams: only links to the citable passages and markers of their
 * numbers stay. Markers come second, once it is known what is code; removing one can join the two
 * halves of an address, so links are filtered once more.
 */
export function createAnswerText(citable: readonly CitablePassage[]): SafeText {
  const allowed = getAllowedLinks(citable)
  const stages = [
    createSafeText(allowed),
    createMarkerFilter(citable.length),
    // The marker filter holds back the space that ends a word.
    createSafeText(allowed, { isEager: true }),
  ]
  return {
    push: (delta) => stages.reduce((text, stage) => stage.push(text), delta),
    end: () => stages.reduce((text, stage) => stage.push(text) + stage.end(), ''),
  }
}
