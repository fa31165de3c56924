import type { SearchResponse } from '@footnote/contract/public/search'
import type { RawBuilder } from 'kysely'
import { scoreLanguages } from '../../text/language.ts'
import type { SearchContext } from '../../knowledge/search-context.ts'
import type { DocumentScope } from '../document-scope.ts'
import type { WordsRow } from './look-up-words.ts'
import { wordsStatement } from './look-up-words.ts'
import { isMeant, isMendable, withMended } from './mend.ts'
import type { Dictionary } from './names.ts'
import { hasCapital, isName } from './names.ts'
import { isOnPage, readQuestionWords } from './question-words.ts'

/** What the pages that a reader may see have of the words of a question. */
export type ReadWords = {
  /** The question as it is searched for, if words of it were mended. */
  searchedFor: string | null
  /** The words that were mended, each with what was meant. */
  mended: ReadonlyMap<string, string>
  /** Names in it that no page mentions. */
  missing: readonly string[]
}

export const NOTHING_MISSING: ReadWords = {
  searchedFor: null,
  mended: new Map(),
  missing: [],
}

/** Fewer do not tell their language: `install kafka` looks Swahili. */
const TELLING_WORDS = 4

type Asked = DocumentScope & {
  caller: SearchContext
  text: string
  dictionary: Dictionary
}

export type WordsReading = {
  statement: RawBuilder<WordsRow>
  read: (row: WordsRow | undefined) => ReadWords
}

/** What to ask of the pages, and how to read what they say. Null: nothing, there is no word to look up. */
export function planReading({
  caller,
  text,
  groupIds,
  filter,
  dictionary,
}: Asked): WordsReading | null {
  const { languages } = caller
  const words = isOtherLanguage(text, languages) ? [] : readQuestionWords(caller, text)
  if (words.length === 0) return null
  // The dictionaries of embedding models are English.
  const english = languages.every((language) => language === 'en') ? dictionary : undefined
  const isOrdinary = (word: string) => english?.has(word.toLowerCase()) ?? false
  const mendable = words.map((word) => word.text).filter((word) => isMendable(word, isOrdinary))
  return {
    statement: wordsStatement({ words, groupIds, filter, mendable }),
    read: (row) => {
      const known = new Set(row?.known)
      const near = new Map(row?.near?.map((one) => [one.typed, one]))
      const mended = new Map<string, string>()
      const missing: string[] = []
      for (const word of words) {
        if (isOnPage(word, known)) continue
        const isCapital = hasCapital(word.text, text, languages)
        const found = near.get(word.text)
        if (found && isMeant(found, isCapital, row?.total ?? 0)) mended.set(word.text, found.word)
        else if (isName(word.text, isCapital, english)) missing.push(word.text)
      }
      return { searchedFor: mended.size === 0 ? null : withMended(text, mended), mended, missing }
    },
  }
}

/** As readers are told of it. */
export const toWordFields = ({
  searchedFor,
  missing,
}: Pick<ReadWords, 'searchedFor' | 'missing'>): Pick<
  SearchResponse,
  'searched_for' | 'missing_words'
> => ({
  ...(searchedFor === null ? {} : { searched_for: searchedFor }),
  ...(missing.length === 0 ? {} : { missing_words: [...missing] }),
})

/** A language of the pages that a question is nearly as much like is taken for its own. */
const MIN_SHARE = 0.75

/** Words of a language that no page is written in are on no page, and mean nothing by it. */
function isOtherLanguage(text: string, languages: readonly string[]): boolean {
  if (languages.length === 0 || (text.match(/\p{L}{2,}/gu)?.length ?? 0) < TELLING_WORDS)
    return false
  const { scores, isReliable } = scoreLanguages(text)
  const best = Math.max(0, ...scores.values())
  return isReliable && languages.every((own) => (scores.get(own) ?? 0) < MIN_SHARE * best)
}
