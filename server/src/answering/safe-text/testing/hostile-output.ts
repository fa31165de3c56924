import fc from 'fast-check'

export const PAGE_URL = 'https://docs.example.com/guides/keys'
const EVIL = 'evil.example'

/** Words that must survive wherever they stand; the oracle looks for each. */
const word = fc.integer({ min: 0, max: 99 }).map((number) => `wort${number}x`)

const evilAddress = fc.constantFrom(
  `https://${EVIL}/x?q=secret`,
  `HTTP://${EVIL}`,
  `http://${EVIL}/a(b)c`,
  `www.${EVIL}/x`,
  `javascript:alert(1)`,
  `mailto:me@${EVIL}`,
  `me@${EVIL}`,
  `//${EVIL}/x`,
  `/relative`,
  `data:text/html,x`,
  `&#104;ttps://${EVIL}`,
  `https&colon;//${EVIL}`,
  `https\\://${EVIL}`,
  `https:\\/\\/${EVIL}`,
  `htt\u200bps://${EVIL}`,
  `ww\u2060w.${EVIL}`,
  `<https://${EVIL}>`,
  `${PAGE_URL}.${EVIL}/`,
  `${PAGE_URL}/../../x`,
)
const anyAddress = fc.oneof(
  { weight: 4, arbitrary: evilAddress },
  { weight: 1, arbitrary: fc.constantFrom(PAGE_URL, `${PAGE_URL}#rotate`) },
)

/** Pieces of syntax, whole and broken, to stand beside each other in any order. */
const MARKS =
  '[ ] ( ) ![ ]( ][ ]: [a]: [1] [1]: [^1]: < > </ <!-- --> <script> </script> <b> <br> "> <? <![CDATA[ <b'.split(
    ' ',
  )
const CODE = [
  '`',
  '``',
  '```',
  '~~~',
  '````',
  '```sh\n',
  '~~~\n',
  '\n```\n',
  '\n~~~\n',
  '\n  ```\n',
  '\n    ```\n',
  '`|',
]
const SPACES = [
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  ' ',
  '  ',
  '\t',
  '    ',
  '\n- ',
  '\n1. ',
  '\n14. ',
  '\n> ',
  '> ',
  '- ',
  '\n   ',
]
const ESCAPES = '\\ \\\\ \\[ \\` \\< ! * ** _ ~ ~~ | & &lt; &# #104; &colon; &amp; "'.split(' ')
const ADDRESS_PARTS = ': / // . @ h htt ps:// www ww w. 中文 \u200d \u200c'.split(' ')
const WITH_SPACES = [
  '<img src=x onerror=y>',
  '<img alt=">" src=x>',
  "<b title='>",
  '<!-- > -->',
  '<a href="',
  '\n|-|-|\n',
]
const syntax = fc.constantFrom(...[MARKS, CODE, SPACES, ESCAPES, ADDRESS_PARTS, WITH_SPACES].flat())

const link = fc
  .tuple(word, anyAddress, fc.constantFrom('', ' "t"', " 't'", ' (t)'))
  .map(([words, address, title]) => `[${words}](${address}${title})`)
const image = fc.tuple(word, anyAddress).map(([words, address]) => `![${words}](${address})`)
const reference = fc.tuple(word, word).map(([words, label]) => `[${words}][${label}]`)
const definition = fc
  .tuple(word, anyAddress)
  .map(([label, address]) => `\n[${label}]: ${address}\n`)
const tag = fc
  .tuple(word, anyAddress)
  .map(([words, address]) => `<a href="${address}">${words}</a>`)
const fenced = fc
  .tuple(
    fc.constantFrom('', '  ', '   ', '    '),
    fc.constantFrom('```', '~~~', '````'),
    anyAddress,
  )
  .map(
    ([indent, fence, address]) =>
      `\n${indent}${fence}sh\n${indent}curl ${address} <x>\n${indent}${fence}\n`,
  )
const span = anyAddress.map((address) => `\`curl ${address} <img>\``)

/** Around the lengths up to which a line's beginning, a construct and a word are looked at. */
const filler = fc
  .tuple(
    fc.constantFrom(
      ...'a ` ~ - > < [ @'.split(' '),
      ' ',
      '\t',
      '|-',
      '> ',
      '- ',
      '\\a',
      '&#104;',
      '中',
    ),
    fc.oneof(
      ...[60, 500, 1000, 4000].map((length) => fc.integer({ min: length - 9, max: length + 9 })),
    ),
  )
  .map(([text, length]) => text.repeat(length / text.length))

/** Few characters, so that what they make together is hit often. */
const dense = fc.array(
  fc.constantFrom(
    ...'[[]](()!<>``~~\\::/ \n\n\t  >-1.|&;#"a'.split(''),
    '```',
    '~~~',
    '](',
    '<b>',
    '[a]:',
    `https://${EVIL}`,
  ),
  { maxLength: 40 },
)
const structured = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: syntax },
    { weight: 2, arbitrary: word },
    { weight: 2, arbitrary: word.map((text) => ` ${text} `) },
    { weight: 1, arbitrary: anyAddress },
    { weight: 1, arbitrary: fc.oneof(link, image, reference, definition, tag, fenced, span) },
  ),
  { maxLength: 30 },
)

/** A few pieces with a long one between them. */
const long = fc
  .tuple(structured, dense, filler, dense, structured)
  .map(([before, start, text, rest, after]) => [
    ...before.slice(0, 4),
    ...start.slice(0, 4),
    text,
    ...rest.slice(0, 4),
    ...after.slice(0, 8),
  ])

export const hostileOutput = fc
  .oneof(
    { weight: 48, arbitrary: structured },
    { weight: 32, arbitrary: dense },
    { weight: 1, arbitrary: long },
  )
  .map((pieces) => pieces.join(''))
