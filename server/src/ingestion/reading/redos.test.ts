import { expect, test } from 'vitest'
import { withoutFences } from '../../knowledge/passage-text.ts'
import { collapse, lines } from './blocks.ts'
import { readCsv } from './csv.ts'
import { decodeText } from './decode-text.ts'
import { explainFailure } from './explain-failure.ts'
import { fenced } from './fence.ts'
import { readHtml } from './html.ts'
import { plainMarkdown, takeFrontMatter } from './markdown-source.ts'
import { expressionText } from './mdx-components.ts'
import { readPlainText } from './plain-text.ts'
import { sentencesOf } from './split-sentences.ts'

/** Every function of this folder that puts a regular expression to text of any length. */
const READERS: Record<string, (text: string) => unknown> = {
  collapse,
  lines,
  withoutFences,
  fenced,
  explainFailure: (text) => explainFailure(new Error(text)),
  decodeText: (text) => decodeText(Buffer.from(`<meta ${text}`), null),
  plainMarkdown: (text) => plainMarkdown(text),
  takeFrontMatter: (text) => takeFrontMatter(`---\ntitle: ${text}\n---\n`),
  expressionText,
  readPlainText,
  readCsv,
  sentencesOf,
  text: (text) =>
    readHtml(`<p>${text.replaceAll('<', '&lt;')}</p><a>${text.replaceAll('<', '')}</a>`),
  attributes: (text) =>
    readHtml(
      ['class', 'id', 'style', 'role', 'lang', 'datetime', 'content']
        .map((name) => `<div ${name}='${text.replaceAll("'", '')}'>a</div>`)
        .join(''),
    ),
  headings: (text) =>
    readHtml(
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
  '[',
  '![',
  '{{<',
  '{{< /',
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
    const timeOf = (length: number): number => {
      const text = bait.repeat(length / bait.length)
      const start = process.cpuUsage()
      try {
        read(text)
      } catch {
        // A quote that is never closed is no CSV.
      }
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    }
    // 400 ms of CPU for 100,000 characters: what is quadratic takes ten times that.
    expect(timeOf(100_000), JSON.stringify(bait)).toBeLessThan(400)
  }
})
