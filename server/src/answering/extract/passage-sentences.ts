import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { sentencesOf } from '../../text/sentences.ts'
import type { PassageBlock } from './block-readers.ts'
import { readBlocks } from './passage-blocks.ts'
import { withoutLinks } from './quotable.ts'

/** The smallest part that can be quoted without losing its meaning. */
export type Sentence = {
  kind: 'prose' | 'item' | 'row' | 'code'
  /** As in the passage; an item without its marker. */
  text: string
  /** Which block of the passage it is in: all of one list, table or paragraph share it. */
  block: number
  /** The heading above it inside the passage; '' where there is none. */
  heading: string
  /** Of a row: the table's first row. */
  headerRow?: string
  /** Of an item in a numbered list. */
  number?: number
  /** Of code whose passage names it. */
  codeLanguage?: string
}

/** A command, or an item of a numbered list. */
export const isStep = ({ kind, number }: Sentence): boolean =>
  kind === 'code' || number !== undefined

/** A passage with its sentences, which are found once for all that is asked of them. */
export type QuotablePassage = { passage: RankedPassage; sentences: readonly Sentence[] }

/** Only these are quoted from: further down a passage seldom answers. */
const MAX_QUOTED_PASSAGES = 8

export const quotablePassages = (passages: readonly RankedPassage[]): QuotablePassage[] =>
  passages
    .slice(0, MAX_QUOTED_PASSAGES)
    .map((passage) => ({ passage, sentences: passageSentences(passage) }))

/** A passage's sentences in reading order, without headings, labels and navigation. */
export function passageSentences({
  content,
  blocks,
}: Pick<RankedPassage, 'content' | 'blocks'>): Sentence[] {
  const sentences: Sentence[] = []
  let heading = ''
  for (const [block, found] of readBlocks(content, blocks).entries()) {
    if (found.kind === 'heading') heading = found.text
    else if (found.kind === 'text') {
      for (const text of sentencesOf(withoutLinks(found.text))) {
        if (isQuestion(text)) heading = text
        else if (isQuotable(text)) sentences.push({ kind: 'prose', text, block, heading })
      }
    } else if (!isNavigation(found)) sentences.push(...sentencesOfBlock(found, block, heading))
  }
  return sentences
}

type Structured = Exclude<PassageBlock, { kind: 'heading' | 'text' }>

function sentencesOfBlock(found: Structured, block: number, heading: string): Sentence[] {
  if (found.kind === 'code') {
    if (TEMPLATE.test(found.text)) return []
    const named = found.language === undefined ? {} : { codeLanguage: found.language }
    return [{ kind: 'code', text: found.text, block, heading, ...named }]
  }
  if (found.kind === 'list') {
    return found.items.map(({ text, number }) => ({
      kind: 'item',
      text,
      block,
      heading,
      ...(number === undefined ? {} : { number }),
    }))
  }
  const { headerRow, rows } = found
  return rows.map((text) => ({ kind: 'row', text, block, heading, headerRow }))
}

/** Tags of a site generator that were left in the page: `{% raw %}`, `{{< note >}}`. */
const TEMPLATE = /^(?:\s*\{[%{][^}]*[%}]\}\s*)+$/

const MIN_ENTRIES = 4
const MAX_ENTRY_WORDS = 9
const MIN_TITLES = 0.75

/** A list of page titles: short, capitalised, unnumbered, no punctuation. */
function isNavigation(block: Structured): boolean {
  if (block.kind !== 'list' || block.items.length < MIN_ENTRIES) return false
  const titles = block.items.filter(
    ({ text, number }) =>
      number === undefined &&
      /^\p{Lu}/u.test(text) &&
      !/[.!?:;,=`$/<]|--/u.test(text) &&
      text.split(/\s+/).length > 1 &&
      text.split(/\s+/).length <= MAX_ENTRY_WORDS,
  )
  return titles.length >= MIN_TITLES * block.items.length
}

const isQuestion = (text: string): boolean => /[?？؟]\s*$/u.test(text)

export const ENDED = /[.!:。！：।።…]["')\]”’」』]*$/u
const MIN_WORDS_UNENDED = 6
const MAX_CAPITALISED = 0.5
const MIN_LENGTH_UNSPACED = 8
const SYMBOLS = /[{}()[\]=<>"';|\\]/g
const MAX_SYMBOLS = 0.1
const ASSIGNS = /^[\w.]+\s=\s/
/** `PrerequisitesInstall the SDKCall the API`: menu entries that lost their line ends. */
const GLUED = /\p{Ll}{3}\p{Lu}\p{Ll}{2}/gu
const MAX_GLUED = 1

/** Ends like a sentence, or is long enough to be one: labels, menus and stray code are not. */
function isQuotable(text: string): boolean {
  if (count(text, SYMBOLS) > MAX_SYMBOLS * text.length || ASSIGNS.test(text)) return false
  if (ENDED.test(text)) return /\p{L}{2}|\p{Lo}/u.test(text)
  if (count(text, /\p{Lo}/gu) >= MIN_LENGTH_UNSPACED) return true
  if (count(text, GLUED) > MAX_GLUED) return false
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const capitalised = words.filter((word) => /^\P{L}*\p{Lu}|\p{Ll}\p{Lu}/u.test(word)).length
  return words.length >= MIN_WORDS_UNENDED && capitalised <= MAX_CAPITALISED * words.length
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
