import { findUnit } from './units.ts'

/** A number of a text, with its unit where one is known. */
export type Quantity = {
  /** More than one where the notation is open: `1.200` is 1200 in some languages. */
  values: readonly number[]
  /** The amount in the base of its unit, and what that measures; null without a known unit. */
  dimension: string | null
  amounts: readonly number[]
  /** The position of its word in the text. */
  at: number
}

const WORDS: ReadonlyMap<string, number> = new Map(
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, index + 2]),
)
const WORD = /%|[\p{L}\p{M}\p{N}]+(?:[.,'’_:@/-][\p{L}\p{M}\p{N}]+)*/gu
const NUMBER = /^(\d+(?:[.,]\d+)*)(\p{L}*)$/u
/** `64-bit`, `30-day`. */
const JOINED = /^(\d+(?:[.,]\d+)*)-(\p{L}+)$/u
const ORDINAL = /^(?:st|nd|rd|th|s)$/i

/** `1)` and `2.` number what follows. */
const ENUMERATION = /(?<=^|[\s(])\d{1,2}[.)](?=\s)/gu

export const splitWords = (text: string): string[] =>
  text.replaceAll(ENUMERATION, ' ').match(WORD) ?? []

/** The numbers of a text; with `spelled`, also those written as words. */
export function findQuantities(
  words: readonly string[],
  { spelled }: { spelled: boolean },
): Quantity[] {
  return words.flatMap((word, at) => {
    const number = NUMBER.exec(word) ?? JOINED.exec(word)
    const named = spelled ? WORDS.get(word.toLowerCase()) : undefined
    const values = number ? readings(number[1] ?? '') : named === undefined ? [] : [named]
    if (values.length === 0) return []
    const attached = number?.[2] ?? ''
    const unit = findUnit(
      attached === '' || ORDINAL.test(attached) ? (words[at + 1] ?? '') : attached,
    )
    const amounts = values.map((value) => value * (unit?.factor ?? 1))
    return [{ values, dimension: unit?.dimension ?? null, amounts, at }]
  })
}

/** `1,200` and `1.200` are 1200 somewhere, `1.5` and `1,5` one and a half; `1.2.3` is no number. */
function readings(digits: string): number[] {
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits)
  const found = new Set<number>()
  if (/^\d+(?:[.,]\d+)?$/.test(digits)) found.add(Number(digits.replace(',', '.')))
  if (isGrouped) {
    const [grouping, point] = /^\d+,/.test(digits) ? [',', '.'] : ['.', ',']
    found.add(Number(digits.replaceAll(grouping, '').replace(point, '.')))
  }
  return [...found]
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.some((value) => b.some((other) => Math.abs(value - other) <= 1e-9 * Math.abs(value)))

export const isSameNumber = (a: Quantity, b: Quantity): boolean => isSame(a.values, b.values)

const measures = ({ dimension }: Quantity): string => dimension ?? 'count'

/** 24 hours and 1 day, but not 24 hours and 24. */
export const isSameAmount = (a: Quantity, b: Quantity): boolean =>
  measures(a) === measures(b) && isSame(a.amounts, b.amounts)

export type QuantityVerdict = 'missing' | 'other unit' | 'agrees'

/** Whether a passage has the quantity, also in another unit (24 hours, 1 day) or as a bare number. */
export function findQuantity(quantity: Quantity, passage: readonly Quantity[]): QuantityVerdict {
  if (passage.some((other) => isSameAmount(quantity, other))) return 'agrees'
  const byValue = passage.filter((other) => isSame(quantity.values, other.values))
  if (byValue.length === 0) return 'missing'
  const isOpen = quantity.dimension === null || byValue.some(({ dimension }) => dimension === null)
  return isOpen ? 'agrees' : 'other unit'
}
