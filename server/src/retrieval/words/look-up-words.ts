import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { ALL_PASSAGES } from '../../knowledge/passages/term-statistics.ts'
import type { DocumentScope } from '../document-scope.ts'
import { inScope, isUnlimited } from '../document-scope.ts'
import type { QuestionWord } from './question-words.ts'

export type WordsQuery = DocumentScope & {
  words: readonly QuestionWord[]
  /** Of these the nearest words of pages are wanted, if no page has them. */
  mendable: readonly string[]
}

export type WordsRow = {
  /** The terms that some page has. */
  known: number[] | null
  /** How many passages there are. */
  total: number | null
  near: NearWord[] | null
}

/** A word of a page that is nearly the one that was typed. */
export type NearWord = {
  typed: string
  word: string
  edits: number
  /** How many passages have it, in any of its forms. */
  passages: number
}

/** So many are looked up in the text, the nearest first. */
const LOOKED_UP = 8
/** Up to here letters only change places; from here on there may be two mistakes. */
const SHORT = 4
const LONG = 8

/**
 * Which words are on pages that the reader may see, and for those that are not, the nearest that is.
 * Term statistics count readable passages alone, and a word that is shown is first found in the text of
 * one of them, in the groups and with the labels that are asked for.
 */
export function wordsStatement({ words, mendable, ...scope }: WordsQuery): RawBuilder<WordsRow> {
  const terms = [...new Set(words.flatMap(({ whole, parts }) => [...whole, ...parts.flat()]))]
  const asked = words.flatMap(({ text, whole }) => whole.map((term) => ({ text, term })))
  const isInScope = inScope(scope, sql`t.document_id`)
  const isTermInScope = isUnlimited(scope)
    ? sql``
    : sql`and exists (select from readable_terms t where t.terms @> array[s.term] ${isInScope})`
  return sql<WordsRow>`
    with known as materialized (
      select s.term from term_statistics s
      where s.knowledge_base_id = current_knowledge_base() and s.passages > 0
        and s.term = any(${terms}::int[]) ${isTermInScope}
    ), typed as materialized (
      select m.* from jsonb_to_recordset(${JSON.stringify(mendable.map(mistypedForms))}::jsonb)
        as m (typed text, word text, letter text, next_letter text, most int, swapped text[])
      where not exists (
        select from unnest(${asked.map(({ text }) => text)}::text[],
                           ${asked.map(({ term }) => term)}::int[]) as a (typed, term)
        join known using (term) where a.typed = m.typed)
    )
    select
      (select array_agg(term) from known) as known,
      (select passages from term_statistics
       where knowledge_base_id = current_knowledge_base() and term = ${ALL_PASSAGES}) as total,
      (select jsonb_agg(to_jsonb(n)) from typed m cross join lateral (
         select m.typed, f.word, f.edits, f.passages from (
           select w.word, w.term, s.passages,
                  case when w.word = any(m.swapped) then 1
                       else levenshtein_less_equal(w.word, m.word, m.most) end as edits
           from page_words w
           join term_statistics s
             on s.knowledge_base_id = current_knowledge_base() and s.term = w.term and s.passages > 0
           where w.knowledge_base_id = current_knowledge_base()
             and (w.word >= m.letter and w.word < m.next_letter or w.word = any(m.swapped))
             and char_length(w.word) between char_length(m.word) - m.most and char_length(m.word) + m.most
             and (w.word = any(m.swapped) or levenshtein_less_equal(w.word, m.word, m.most) <= m.most)
           order by edits, s.passages desc, w.word
           limit ${sql.lit(LOOKED_UP)}
         ) f
         where exists (
           select from readable_terms t
           join readable_passages p on p.id = t.id
           join readable_documents d on d.id = t.document_id
           where t.terms @> array[f.term] ${isInScope}
             and strpos(lower(concat_ws(' ', d.title, array_to_string(p.heading_path, ' '), p.content)),
                        f.word) > 0)
         order by f.edits, f.passages desc, f.word
         limit 1
       ) n) as near`
}

/** Two neighbours that changed places are one mistake, and the only one in a short word. */
function mistypedForms(typed: string) {
  const word = typed.toLowerCase()
  const letters = Array.from(word)
  const swapped = letters.slice(1).map((letter, index) => {
    const form = [...letters]
    form[index + 1] = form[index] ?? ''
    form[index] = letter
    return form.join('')
  })
  const most = letters.length <= SHORT ? 0 : letters.length < LONG ? 1 : 2
  const letter = letters[0] ?? ''
  return { typed, word, letter, next_letter: nextCharacter(letter), most, swapped }
}

const FIRST_SURROGATE = 0xd800
const AFTER_SURROGATES = 0xe000

/** In the order of code points, which is that of the words. PostgreSQL's chr() refuses it in some encodings. */
function nextCharacter(character: string): string {
  const next = (character.codePointAt(0) ?? 0) + 1
  return String.fromCodePoint(next === FIRST_SURROGATE ? AFTER_SURROGATES : next)
}
