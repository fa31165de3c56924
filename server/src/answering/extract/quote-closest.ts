import type { AdmittedQuestion } from '../admit.ts'
import { missingWordsText } from '../writing/missing-words.ts'
import { readerLanguage } from '../writing/reader-language.ts'
import type { QuotedSections } from './quote-sections.ts'

/** That no page has the words, and below it what comes close. */
export function quoteClosest(
  { text, caller: { languages } }: Pick<AdmittedQuestion, 'text' | 'caller'>,
  missing: readonly string[],
  sections: QuotedSections | null,
): QuotedSections {
  const language = readerLanguage(text, languages)
  return {
    pieces: missingWordsText(language, missing, sections?.pieces),
    citable: sections?.citable ?? [],
  }
}
