import { z } from 'zod'
import { MAX_QUERY_CHARACTERS, MAX_URL_CHARACTERS } from './limits.ts'

/** A text of only white space, control and invisible format characters is blank. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

export function countCodePoints(text: string): number {
  let count = text.length
  // Not by an iterator, which takes ten times as long.
  for (let at = 1; at < text.length; at += 1) {
    if (isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1))) count -= 1
  }
  return count
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000

function hasAtMost(text: string, max: number): boolean {
  // A code point takes one or two UTF-16 units, so most texts need no counting.
  if (text.length <= max) return true
  if (text.length > 2 * max) return false
  return countCodePoints(text) <= max
}

function tooLong(text: unknown, max: number): string {
  const format = (count: number) => count.toLocaleString('en-US')
  const length = typeof text === 'string' ? countCodePoints(text) : 0
  return `is ${format(length)} characters long; at most ${format(max)} are allowed`
}

/** A string of at most `max` code points. JSON Schema's maxLength counts code points too. */
export function limitedText(max: number) {
  return (
    z
      .string()
      // What is too long is not looked at any further.
      .refine((text) => hasAtMost(text, max), {
        error: ({ input }) => tooLong(input, max),
        abort: true,
      })
      // PostgreSQL's text cannot hold U+0000.
      .refine((text) => !text.includes('\0'), 'must not contain the NUL character')
      .meta({ maxLength: max })
  )
}

export function nonBlankText(max: number) {
  return limitedText(max)
    .refine((text) => VISIBLE.test(text), 'must not be blank')
    .meta({ minLength: 1, maxLength: max })
}

export const Query = nonBlankText(MAX_QUERY_CHARACTERS).describe('The question. Not blank.')
export type Query = z.infer<typeof Query>

/** Readers are shown these addresses, so credentials in them would leak. */
function isPlainHttpUrl(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

export const HttpUrl = limitedText(MAX_URL_CHARACTERS)
  .refine(isPlainHttpUrl, 'must be an http or https URL without credentials')
  .meta({ format: 'uri', maxLength: MAX_URL_CHARACTERS })
export type HttpUrl = z.infer<typeof HttpUrl>
