import type { Range } from './sensitive-span.ts'

/** Prefixes and lengths that are issued: Visa, Mastercard, Amex, Diners, JCB, UnionPay and others. */
const ISSUED = [
  /^4\d{15}(?:\d{3})?$/,
  /^5[1-5]\d{14}$/,
  /^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[689]\d)\d{11}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^(?:6011|64[4-9]\d|65\d\d|60\d\d)\d{12}$/,
  /^62\d{14,17}$/,
  /^(?:50|5[678]|63|67)\d{14,17}$/,
  /^220[0-4]\d{12}$/,
]
/** As they are printed. */
const GROUPED = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [6, 13],
  [8, 8],
]

/** Digits with single separators. What is joined to a word is part of a name. */
const NUMBERS = /(?<![\w.,+-])\d+(?:[ .-]\d+)*(?![\w])/g

type Group = Range & { digits: string }

export function* findCards(text: string): Generator<Range> {
  for (const { 0: numbers, index } of text.matchAll(NUMBERS)) {
    const groups = [...numbers.matchAll(/\d+/g)].map(({ 0: digits, index: at }) => ({
      digits,
      start: index + at,
      end: index + at + digits.length,
    }))
    for (let first = 0; first < groups.length;) {
      const count = cardAt(text, groups, first)
      if (count > 0) yield { start: groups[first]!.start, end: groups[first + count - 1]!.end }
      first += Math.max(1, count)
    }
  }
}

/** How many groups from the first one are a card's number; 0: none. */
function cardAt(text: string, groups: readonly Group[], first: number): number {
  const alone = groups[first]?.digits ?? ''
  if (alone.length < 4) return 0
  if (isCard(alone)) return 1
  for (const lengths of GROUPED) {
    const among = groups.slice(first, first + lengths.length)
    if (among.map(({ digits }) => digits.length).join() !== lengths.join()) continue
    const separators = new Set(among.slice(1).map(({ start }) => text[start - 1]))
    if (separators.size === 1 && isCard(among.map(({ digits }) => digits).join(''))) {
      return lengths.length
    }
  }
  return 0
}

const isCard = (digits: string): boolean =>
  ISSUED.some((issued) => issued.test(digits)) && passesLuhn(digits)

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const weighted = index % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}
