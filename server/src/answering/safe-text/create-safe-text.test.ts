import { expect, test } from 'vitest'
import type { AllowedLinks } from './allowed-links.ts'
import { getAllowedLinks } from './allowed-links.ts'
import { createSafeText } from './create-safe-text.ts'
import { toSafeText } from './create-safe-text.ts'
import { readMarkdown } from './testing/markdown-oracle.ts'
import { passageAt } from './testing/passage-at.ts'

const allowed: AllowedLinks = getAllowedLinks([
  passageAt('https://docs.example.com/keys#rotate', 'Open http://localhost:8080 and sign in.'),
  passageAt('https://docs.example.com/a(b)'),
])

const GONE: [string, string, string][] = [
  ['a link', 'See [the guide](https://evil.example/x) now.', 'See the guide now.'],
  ['a link with a title', '[the guide](https://evil.example/x "t") now', 'the guide now'],
  ['a link in brackets', '[a [b](https://evil.example)](https://evil.example)', 'a b'],
  ['a script', '[run](javascript:alert(1))', 'run'],
  ['a relative link', '[run](/admin/delete)', 'run'],
  ['an image', 'Look: ![a chart](https://evil.example/i.png)', 'Look: a chart'],
  [
    'an image of a cited page',
    '![a chart](https://docs.example.com/keys)',
    '[a chart](<https://docs.example.com/keys>)',
  ],
  ['a tag', '<a href="https://evil.example">here</a> and <b>there</b>', 'here and there'],
  ['a tag in pieces', '<<b>img src=x>', '\\<img src=x>'],
  ['a tag with its end in quotes', '<img alt=">" src=x>here', 'here'],
  ['a comment around code with a tag', '<!--`curl <img>`-->here', 'here'],
  ['an autolink', 'at <https://evil.example/x>.', 'at .'],
  ['a bare address', 'Go to https://evil.example/x?q=1 for more.', 'Go to for more.'],
  ['an address behind www', 'Go to www.evil.example.', 'Go to .'],
  ['an address in a table', '|https://evil.example/x|words|', '||words|'],
  ['an email address', 'Write to me@evil.example.', 'Write to .'],
  ['an address in a sentence without spaces', '请访问https://evil.example。谢谢', '请访问。谢谢'],
  ['a definition', '[a]: https://evil.example\n\n[a]', '[a]\\: \n\n[a]'],
  ['a definition whose label ends in code', '[`a]: /evil`', '[&#96;a]\\: /evil&#96;'],
  ['a definition over two lines', '[a]:\n/evil', '[a]\\:\n/evil'],
  ['an address in character references', '&#104;ttps&colon;//evil.example x', ' x'],
  ['an address with escapes', 'https\\:\\/\\/evil.example x', ' x'],
  ['an address with invisible characters', 'htt\u200bps://ev\u2060il.example x', ' x'],
  ['an address in parts', 'htt<b>ps://evil.example</b> x', ' x'],
  ['a marker as a link', 'True [1](https://evil.example).', 'True [1] ().'],
  ['a cited address with more behind it', 'https://docs.example.com/keys.evil.example/ x', ' x'],
  ['a cited page with another anchor', '[x](https://docs.example.com/keys#other)', 'x'],
  ['HTML behind an open code span', '`a <img src=x>\nb`<img src=x>`', '&#96;a \nb`<img src=x>`'],
  ['HTML behind code in a quote', '> ```\n<img src=x>', '> &#96;&#96;&#96;\n'],
  ['a table whose header hides HTML in code', '| `a | <b>` |\n|-|-|', '| `a | <b>` |\n\\|-|-|'],
  [
    'HTML in a cell that looks like code',
    '|a|b|\n|-|-|\n|`x|<b>`|',
    '|a|b|\n|-|-|\n|&#96;x|&#96;|',
  ],
]

test.each(GONE)('%s goes, its words stay', (_name, text, shown) => {
  expect(toSafeText(text, allowed)).toBe(shown)
})

const KEPT: [string, string][] = [
  ['prose', 'Rotate the key [1], then: restart. Is 2 < 3? Yes! A & B; 5 * 3 *are* **15**.'],
  [
    'a link to a cited page',
    'See [the guide](<https://docs.example.com/keys>) and <https://docs.example.com/keys#rotate>.',
  ],
  ['a code span', 'Run `curl https://api.example.com/<id> | jq` there.'],
  [
    'a code block',
    '```sh\ncurl -d @file https://api.example.com/<id> `date`\n```\n\nThen **wait**.',
  ],
  [
    'a code block in a list',
    '1. Run:\n\n   ```sh\n   curl https://api.example.com <x>\n   ```\n\n2. Wait.',
  ],
  ['a table', '| a | b |\n|---|---|\n| `x` | 1 |'],
  ['brackets', 'Take items[0][1] or {a: [1, 2]} (see above).'],
  ['Persian with its joiners', 'می\u200cخواهم'],
  ['generics in code', 'A `List<String>` is one.'],
]

test.each(KEPT)('%s stays as it is', (_name, text) => {
  expect(toSafeText(text, allowed)).toBe(text)
})

test('an address that a passage quotes is shown as code, and leads nowhere', () => {
  expect(toSafeText('Open http://localhost:8080.', allowed)).toBe('Open `http://localhost:8080`.')
})

test('a link to a cited page is written so that nothing can be added to it', () => {
  expect(
    toSafeText('[x](https://docs.example.com/a(b)) https://docs.example.com/a(b)', allowed),
  ).toBe('[x](<https://docs.example.com/a(b)>) <https://docs.example.com/a(b)>')
})

test('an open code block is closed at the end', () => {
  expect(toSafeText('```sh\nls', allowed)).toBe('```sh\nls\n```')
})

test.each([...GONE.map(([name, text]) => [name, text] as const), ...KEPT])(
  '%s is decided alike when it comes one character at a time',
  (_name, text) => {
    const safe = createSafeText(allowed)
    const shown =
      text
        .split('')
        .map((char) => safe.push(char))
        .join('') + safe.end()
    expect(shown).toBe(toSafeText(text, allowed))
  },
)

test('text behind a bracket that is no tag is not held back', () => {
  const safe = createSafeText(allowed)
  expect(safe.push('Is 1 <5 or x <中文 or <none of them ')).toBe(
    'Is 1 <5 or x <中文 or \\<none of them ',
  )
})

const EVIL_LINK = '[x](https://evil.example)'

test.each([
  ['an opening fence that is too long', `\`\`\`${'a'.repeat(600)}\`\n${EVIL_LINK}`],
  ['a closing fence with blanks behind it', `~~~\na\n~~~${' '.repeat(600)}\n${EVIL_LINK}`],
  ['a long closing fence', `\`\`\`\na\n${'`'.repeat(600)}\n${EVIL_LINK}`],
  ['tildes deep inside quotes', `${'> '.repeat(40)}~~~\n${EVIL_LINK}`],
  ['a list that a single "!" ends', `1. a\n\n!\n    ~~~\n    ${EVIL_LINK}\n    ~~~`],
  ['a list that a single "<" ends', `1. a\n\n<\n    ~~~\n    ${EVIL_LINK}\n    ~~~`],
])('the link behind %s goes, however the text is cut', (_name, text) => {
  const whole = toSafeText(text, allowed)
  expect(readMarkdown(whole).destinations).toEqual([])
  const safe = createSafeText(allowed)
  expect(
    text
      .split('')
      .map((char) => safe.push(char))
      .join('') + safe.end(),
  ).toBe(whole)
})

test('words are shown as soon as they end', () => {
  const safe = createSafeText(allowed)
  expect(safe.push('Rotate the key')).toBe('Rotate the ')
  expect(safe.push(' now')).toBe('key ')
  expect(safe.push('。')).toBe('now。')
})

const LONG = 'a'.repeat(10_000)

test.each([
  ['a long word', LONG],
  ['a long word behind an ampersand', `&${LONG}`],
  ['a long line of code', `\`${LONG}`],
  ['brackets that never close', `[${LONG}`],
  ['blanks in a code block', `\`\`\`\n${' '.repeat(10_000)}`],
])('%s is not held back forever', (_name, text) => {
  const safe = createSafeText(allowed)
  const pieces = (text.repeat(5).match(/.{1,500}/gs) ?? []).map((piece) => safe.push(piece))
  expect(pieces.join('').length).toBeGreaterThan(text.length * 5 - 6_000)
})

test.each([
  ['an address that is too long to be held back', `x https://evil.example/${LONG}/${LONG} y`],
  ['an address that ends a long word', `x ${LONG.slice(0, 3_995)}https://evil.example y`],
  ['one whose beginning is hidden there', `x ${LONG.slice(0, 3_930)}&#104;ttps://evil.example y`],
  ['an email address with a long name', `x ${LONG}@evil.example y`],
])('%s is removed all the same', (_name, text) => {
  const shown = toSafeText(text, allowed)
  expect(shown).toMatch(/^x .*y$/s)
  expect(readMarkdown(shown).destinations).toEqual([])
})
