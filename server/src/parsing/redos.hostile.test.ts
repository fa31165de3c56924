import { expect, test } from 'vitest'
import { withoutCodeMarks } from '../knowledge/passages/passage-text.ts'
import { collapse, lines } from './blocks.ts'
import { parseCsv, parsePlainText } from './plain-formats.ts'
import { decodeText } from '../text/decode-text.ts'
import { explainFailure } from './unreadable-document.ts'
import { fenced } from './split/split-block.ts'
import { parseHtml } from './html/html.ts'
import { plainMarkdown, takeFrontMatter } from './markdown/markdown-source.ts'
import { shorten } from './markdown/shorten.ts'
import { expressionText } from './markdown/mdx-components.ts'
import { refuseUnsafeXml } from './office/xml.ts'
import { splitSentences } from '../text/sentences.ts'
import { growth, MAX_LINEAR_GROWTH } from '../../../test/support/growth.ts'

/** Each measures work over growing texts: a minute or more on a busy machine. */

/** Every function of this folder that puts a regular expression to text of any length. */
const READERS: Record<string, (text: string) => unknown> = {
  collapse,
  lines,
  withoutCodeMarks,
  fenced,
  explainFailure: (text) => explainFailure(new Error(text)),
  decodeText: (text) => decodeText(Buffer.from(`<meta ${text}`), null),
  plainMarkdown: (text) => plainMarkdown(text),
  takeFrontMatter: (text) => takeFrontMatter(`---\ntitle: ${text}\n---\n`),
  shorten,
  expressionText,
  refuseUnsafeXml,
  parsePlainText,
  parseCsv,
  splitSentences,
  text: (text) =>
    parseHtml(`<p>${text.replaceAll('<', '&lt;')}</p><a>${text.replaceAll('<', '')}</a>`),
  attributes: (text) =>
    parseHtml(
      ['class', 'id', 'style', 'role', 'lang', 'datetime', 'content']
        .map((name) => `<div ${name}='${text.replaceAll("'", '')}'>a</div>`)
        .join(''),
    ),
  headings: (text) =>
    parseHtml(
      `<h2>${text.replaceAll('<', '&lt;')}</h2><dl><dt>${text.replaceAll('<', '')}</dt></dl>`,
    ),
}
const BAIT = [
  ' ',
  '\t ',
  '\n',
  ' \n',
  'a',
  'a ',
  '.',
  '. A',
  'No. ',
  '(. ',
  'a,\n',
  '-',
  '---\n',
  '#',
  '`',
  '```',
  '~',
  '>',
  '<',
  '<a ',
  '<A\n',
  '<"',
  "<'a",
  'a a a(',
  '[',
  '![',
  '{{<',
  '{{< /',
  '{{< a="',
  '{{ site.',
  '{%',
  '{% a ',
  '{% data reusables.a %}\n',
  '{:',
  '!!! a "',
  '<<<{',
  '[AUTOTITLE](',
  ':::',
  '::: a[',
  '|',
  '"',
  "'",
  '\\',
  '1.',
  '{#',
  '\u200B',
  '¶',
  'display:',
  'edit this ',
  'language-',
]

test.each(Object.entries(READERS))('%s takes time in proportion to its text', (_, read) => {
  for (const bait of BAIT) {
    const repeated = (length: number) => bait.repeat(length / bait.length)
    const readAnyway = (text: string) => {
      try {
        read(text)
      } catch {
        // A quote that is never closed is no CSV.
      }
    }
    expect(growth(25_000, repeated, readAnyway), JSON.stringify(bait)).toBeLessThan(
      MAX_LINEAR_GROWTH,
    )
  }
})
