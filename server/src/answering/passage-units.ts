import { readBlocks, type PassageBlock } from './passage-blocks.ts'
import { withoutLinks } from './quotable.ts'
import { sentencesOf } from './sentences.ts'

/** The least that can be quoted without losing its sense. */
export type Unit = {
  kind: 'sentence' | 'item' | 'row' | 'code'
  /** As in the passage; an item without its marker. */
  text: string
  /** Which block of the passage it is in: units of one list, table or paragraph share it. */
  block: number
  /** The heading above it inside the passage, or the question that it follows; '' where there is none. */
  heading: string
  /** Of a row: the table's first row. */
  headerRow?: string
  /** Of an item in a numbered list. */
  number?: number
  /** Of code whose passage names it. */
  codeLanguage?: string
}

/** A passage's units in reading order. Headings and lone words are none. */
export function unitsOf(content: string): Unit[] {
  const units: Unit[] = []
  let heading = ''
  for (const [block, found] of readBlocks(content).entries()) {
    if (found.kind === 'heading') heading = found.text
    else if (found.kind === 'text') {
      for (const text of sentencesOf(withoutLinks(found.text))) {
        if (isQuestion(text)) heading = text
        else if (isQuotable(text)) units.push({ kind: 'sentence', text, block, heading })
      }
    } else units.push(...unitsOfBlock(found, block, heading))
  }
  return units
}

type Structured = Exclude<PassageBlock, { kind: 'heading' | 'text' }>

function unitsOfBlock(found: Structured, block: number, heading: string): Unit[] {
  if (found.kind === 'code') {
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

const isQuestion = (text: string): boolean => /[?？؟]\s*$/u.test(text)

export const ENDED = /[.!:。！：।።…]["')\]”’」』]*$/u
const MIN_WORDS_UNENDED = 6
const MAX_CAPITALISED = 0.5
const MIN_LENGTH_UNSPACED = 8
const SYMBOLS = /[{}()[\]=<>"';|\\]/g
const MAX_SYMBOLS = 0.1
const ASSIGNS = /^[\w.]+\s=\s/
/** `PrerequisitesInstall the SDKCall the API`: entries of a menu that lost their line ends. */
const GLUED = /\p{Ll}{3}\p{Lu}\p{Ll}{2}/gu
const MAX_GLUED = 1

/** Ends as a sentence does, or is long enough to be one: labels, menus and code run together are none. */
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
