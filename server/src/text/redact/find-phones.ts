import type { Range } from './sensitive-span.ts'
import { textBefore } from './sensitive-span.ts'

/** Runs of digits in groups, as telephone numbers are written. */
const NUMBERS = /(?<![\w.,/#@%*^-]|\d:)(?:\(?\+|\()?\d+(?:[ ./()-]{1,3}\d+)*/g
const MAX_LENGTH = 26

/** E.164 allows 15 digits; no country's own numbers with the prefix are shorter than 8. */
const INTERNATIONAL = /^(?:\(?\+|00(?=[1-9]\d[ .-]))(?:[ ().-]{0,2}\d){8,15}$/

/** A country's own numbers, written so that they are hardly anything else. */
const NATIONAL = [
  // United States and Canada: 202-555-0143, (415) 555-2671, 1-800-555-0199.
  /^(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])[2-9]\d\d[ .-]\d{4}$/,
  // France: 06 12 34 56 78. Italy, Japan and others: 0612345678, 09012345678.
  /^0[1-9](?:([ .-])\d\d)(?:\1\d\d){3}$/,
  /^0[1-9]\d{8,9}$/,
  // With the 0 for calls inside the country: 030 901820, 0711 / 216-0, 020 7946 0991, 03-1234-5678.
  /^\(?0[1-9]\d{0,3}\)?(?: ?[/-] ?| )\d{3,8}(?:[ -]\d{1,5}){0,2}$/,
  /^0[1-9]\d{0,3}\(\d{2,4}\)\d{4}$/,
  // An area code in parentheses: (11) 91234-5678, (55) 1234-5678.
  /^\(\d{2,4}\) ?\d{3,5}[ -]?\d{3,4}$/,
  // Spain, Portugal: 612 345 678, 722 11 22 33, 91 123 45 67, 21 123 4567. Brazil: 11 98765-4321.
  /^[6-9]\d\d \d{3} (?!000)\d{3}$/,
  /^[6-9]\d\d(?: \d\d){3}$/,
  /^9\d \d{3} \d\d \d\d$/,
  /^[1-9]\d \d{3} \d{4}$/,
  /^[1-9]\d 9?\d{4}-\d{4}$/,
]
const MIN_DIGITS = 7
const MAX_DIGITS = 15

const DATE = /^(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})(?!\d)/

/** A unit, a letter, or the minutes of a time. */
const GOES_ON = /^(?:[\w%°$€£¥*^]|:\d)/

const COUNTED_BY = String.raw`number|nummer|n[uú]mero|num[eé]ro|番号|no\.?|nr\.?`
const PHONE_WORD = String.raw`phone|t[eé]l[eé]fono?|telefone|t[eé]l[eé]phone|tele(?:f|ph)on\w*|mobile?|cell|handy\w*|celular|whatsapp|t[eé]l|fax|電話|携帯|call|call me|reach me|r[uü]f\w*|erreichbar|rappelez-moi|appelez-moi|joignable|ll[aá]m\w*|ligu\w*(?:-me)?`
/** What may stand between the word and the number. */
const LINK = String.raw`(?:back|mich|me|is|ist|lautet|est|es|é|le|el|o|at|on|under|unter|au|al|para|em|en|a|を|は|が|${COUNTED_BY}|[\s:：.,()=#°"'-])`
/** "my phone number is", "erreichbar unter", "電話番号は" */
const SAID = new RegExp(`(?:^|[^\\p{Script=Latin}])(?:${PHONE_WORD})${LINK}{1,8}$`, 'iu')
/** "order 0800 123 4567" */
const SAID_OTHERWISE =
  /(?:order|invoice|ticket|case|bestell\w*|rechnung\w*|commande|facture|pedido|factura|encomenda|fatura|注文|isbn|issn|ean|gtin|doi|rfc|error|err|id|sku|serial|build|version|port|commit)[\s#:.=-]{0,3}$/i

export function* findPhones(text: string): Generator<Range> {
  for (const { 0: run, index } of text.matchAll(NUMBERS)) {
    // "(030 901820)": the parenthesis is the sentence's.
    const isOpened = run.startsWith('(') && !run.includes(')')
    const numbers = isOpened ? run.slice(1) : run
    const start = isOpened ? index + 1 : index
    const range = { start, end: start + numbers.length }
    if (numbers.length <= MAX_LENGTH && isPhone(text, numbers, range)) yield range
  }
}

function isPhone(text: string, numbers: string, { start, end }: Range): boolean {
  if (GOES_ON.test(text.slice(end, end + 2)) || DATE.test(numbers)) return false
  const digits = numbers.replace(/\D/g, '').length
  if (digits < MIN_DIGITS || digits > MAX_DIGITS) return false
  if (INTERNATIONAL.test(numbers)) return true
  const before = textBefore(text, start, 40)
  if (SAID.test(before)) return true
  return NATIONAL.some((shape) => shape.test(numbers)) && !SAID_OTHERWISE.test(before)
}
