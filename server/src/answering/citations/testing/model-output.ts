import fc from 'fast-check'
import type { CitablePassage } from '../citable-passage.ts'

const WORDS = 'the key rotates nightly under cluster node pod limit 42 v1.29 kubectl install retry'
const words = WORDS.split(' ')

const MARKERS = [
  '[1] [2] [3] [0] [9] [1,2] [1-3] [3–1] [^1] 【1】 ［2］ 【1†source】 【2†L1-L9】 [２] [٣] [1][1]',
  '[99999999999999999999] [1](http://x.y) [1](and) [text](http://x.y) [2](https://x.y/a(b)c)',
].flatMap((line) => line.split(' '))
const WITH_SPACES = ['[1, 3]', '[^2]: note', '[2](https://x.y "t")', '[1]: http://x', '[ 2 ]']
const BRACKETS = '[ [ ] 【 】 ［ ］ † ^ ( ) （ ） : ? ! - , "'.split(' ')
const CODE = [
  '`',
  '`',
  '``',
  '```',
  '````',
  '~',
  '~~',
  '~~~',
  '~~~~',
  '```js\n',
  '\n```\n',
  '\n~~~\n',
]
const SPACES = [' ', ' ', ' ', ' ', '  ', '    ', '\t', '\n', '\n', '\n\n', '\r\n', '\n- ', '\n1. ']
const LINES = ['\n> ', '\n| a | b |\n', '# ', '. ', '.', '。', '你好。', 'ключ', 'é', '\\', '\0']
const ADDRESSES = 'http:// ht tp://x www. 1 2 9 0'.split(' ')
const ODD = ['😀', '\ud83d', '\ude00', '[1'.repeat(9), '1'.repeat(60)]

/** A fence, a bracket or half a character anywhere; whole markers of each kind more often. */
const structured = fc.array(
  fc.constantFrom(
    ...[words, MARKERS, WITH_SPACES, BRACKETS, CODE, SPACES, LINES, ADDRESSES, ODD].flat(),
  ),
  { maxLength: 40 },
)
/** Few characters, so that what they make together is hit often. */
const dense = fc.array(fc.constantFrom(...'[[]1290`~(): \n?^,-x【】†'.split('')), { maxLength: 40 })
/** What is taken out brings its neighbours together. */
const joined = fc.array(
  fc.constantFrom(
    ...'[ ] 1 9 [9] [9] [1] ` `` ``` ~~ ~ ( ) : http:// † 【 】 ? ^ , 1. - x'.split(' '),
    ' ',
    '\n',
  ),
  { maxLength: 14 },
)
const anything = fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 8 })

export const modelOutput = fc
  .oneof(
    { weight: 6, arbitrary: structured },
    { weight: 3, arbitrary: dense },
    { weight: 6, arbitrary: joined },
    anything,
  )
  .map((pieces) => pieces.join(''))

/** Where the text is cut, as shares of its length. */
export const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 })

export function cutAt(text: string, shares: readonly number[]): string[] {
  const ends = shares.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b)
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end))
}

const content = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((all) => all.join(' '))

export const somePassages = fc
  .array(content, { maxLength: 4 })
  .map((contents) => contents.map((text, position) => makePassage(text, position + 1)))

export function makePassage(text: string, index: number, language = 'en'): CitablePassage {
  const id = `passage-${index}`
  return {
    citation: {
      title: '',
      url: `https://docs.example.com/${index}`,
      document_id: 'document',
      chunk_id: id,
      heading_path: [],
      excerpt: text,
    },
    content: text,
    language,
  }
}
