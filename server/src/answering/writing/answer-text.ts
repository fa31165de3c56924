import { createMarkerFilter } from '../citations/markers/marker-filter.ts'
import type { CitablePassage } from '../citations/citable-passage.ts'
import type { AllowedLinks } from '../safe-text/allowed-links.ts'
import { ANY_PAGE, getAllowedLinks } from '../safe-text/allowed-links.ts'
import type { SafeText } from '../safe-text/create-safe-text.ts'
import { createSafeText } from '../safe-text/create-safe-text.ts'

/**
 * Filters a writer's text as it streams: only links to the citable passages and markers of their
 * numbers stay. Markers come second, once it is known what is code; removing one can join the two
 * halves of an address, so links are filtered once more.
 */
export const createAnswerText = (citable: readonly CitablePassage[]): SafeText =>
  createFilters(getAllowedLinks(citable), citable.length)

/** The same for what the team wrote itself, where it may link to any page. */
export const createTeamText = (sources: number): SafeText => createFilters(ANY_PAGE, sources)

/**
 * What the team wrote as readers are given it: the same words, with links in angle brackets. Null: something
 * of it would be left out.
 */
export function toGivenText(answer: string, sources: number): string | null {
  const filters = createTeamText(sources)
  const given = filters.push(answer) + filters.end()
  return withoutBrackets(given) === withoutBrackets(answer) ? given : null
}

const withoutBrackets = (text: string): string => text.replaceAll(/[<>]/g, '')

function createFilters(allowed: AllowedLinks, sources: number): SafeText {
  const stages = [
    createSafeText(allowed),
    createMarkerFilter(sources),
    // The marker filter holds back the space that ends a word.
    createSafeText(allowed, { isEager: true }),
  ]
  return {
    push: (delta) => stages.reduce((text, stage) => stage.push(text), delta),
    end: () => stages.reduce((text, stage) => stage.push(text) + stage.end(), ''),
  }
}
