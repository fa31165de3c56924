import { analyse } from '../../knowledge/terms.ts'
import { mayBeSameLanguage } from './same-language.ts'
import type { Source } from './source.ts'

/** See docs/decisions/0008-citations.md for how it was chosen. */
export const MIN_SUPPORT = 0.35
/** "See below." or "Yes, that is right." cannot be checked. */
const MIN_TERMS = 3

export type SupportCheck = {
  /** 0 to 1; null where it cannot be told: too few words, or another language. */
  supportOf: (statement: string, position: number) => number | null
}

type Reading = {
  language: string
  content: string
  terms: ReadonlySet<string>
  /** In how many of the sources of this language a term is found. */
  spread: Map<string, number>
}

/**
 * How much of a statement a source supports: of the statement's terms that any source has, weighted
 * by how few have it, the share that this one has. Numbers and identifiers count also when none has
 * them: words that no source has are the model's own, a number that none has is made up.
 */
export function createSupportCheck(sources: readonly Source[]): SupportCheck {
  const readings = readSources(sources)
  return {
    supportOf(statement, position) {
      const reading = readings[position]
      if (!reading) return null
      const terms = new Set(analyse(statement, reading.language))
      if (terms.size < MIN_TERMS) return null
      const support = weightedShare(terms, reading, sources.length)
      // Only then, because it costs more than the share.
      if (support < MIN_SUPPORT && !mayBeSameLanguage(statement, reading)) return null
      return support
    },
  }
}

function readSources(sources: readonly Source[]): Reading[] {
  const spreads = new Map<string, Map<string, number>>()
  return sources.map(({ citation, content, language }) => {
    const text = [citation.title, ...citation.heading_path, content].join('\n')
    const terms = new Set(analyse(text, language))
    const spread = spreads.get(language) ?? new Map<string, number>()
    spreads.set(language, spread)
    for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1)
    return { language, content, terms, spread }
  })
}

const EXACT = /[\p{N}_.\-/:@]/u

function weightedShare(terms: ReadonlySet<string>, reading: Reading, sourceCount: number): number {
  let found = 0
  let all = 0
  for (const term of terms) {
    const spread = reading.spread.get(term) ?? 0
    if (spread === 0 && !EXACT.test(term)) continue
    const weight = Math.log(1 + sourceCount / Math.max(spread, 1))
    all += weight
    if (reading.terms.has(term)) found += weight
  }
  return all === 0 ? 0 : found / all
}
