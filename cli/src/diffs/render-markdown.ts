import type { AnswerDiffWithItems, DiffAnswer, DiffItem } from '@footnote/client/admin'
import { plain } from '../plain.ts'
import { plural, summarise, VERDICT_WORDS } from './verdict-words.ts'

/** GitHub takes comments of 65,536 characters, GitLab of a million. */
const MAX_COMMENT = 60_000
const MAX_QUOTE = 700

/** The report as a comment of a pull request. */
export function renderDiffMarkdown(diff: AnswerDiffWithItems): string {
  const changed = diff.items.filter(({ verdict }) => verdict !== 'same')
  const pages = diff.pages.map(({ change, title, url }) => `- ${change}: ${link(title, url)}`)
  const head = [
    '### What this change does to the answers',
    '',
    diff.state === 'completed'
      ? `${plural(diff.total, 'question')}: ${summarise(diff)}.`
      : `The answer diff failed. ${plain(diff.reason ?? '')}`,
    '',
    `<details><summary>${plural(diff.pages.length, 'page')}</summary>`,
    '',
    ...pages,
    '',
    '</details>',
  ]
  let text = head.join('\n')
  for (const [at, item] of changed.entries()) {
    const next = `\n\n${renderItem(item)}`
    if (text.length + next.length > MAX_COMMENT) {
      return `${text}\n\n…and ${changed.length - at} more.`
    }
    text += next
  }
  return text
}

function renderItem({
  question,
  verdict,
  origin,
  times,
  before,
  after,
  differences,
}: DiffItem): string {
  const asked = origin === 'set' ? '' : ` · asked ${times === 1 ? 'once' : `${times} times`}`
  return [
    `<details><summary><b>${VERDICT_WORDS[verdict ?? 'failed']}</b>: ${escapeMarkdown(plain(question))}${asked}</summary>`,
    '',
    ...differences
      .flatMap((each) => [`- ${inline(each.before)}`, `+ ${inline(each.after)}`])
      .map(
        (line, at, all) =>
          `${at === 0 ? '```diff\n' : ''}${line}${at === all.length - 1 ? '\n```\n' : ''}`,
      ),
    `**Now** ${renderAnswer(before)}`,
    '',
    `**With this change** ${renderAnswer(after)}`,
    '',
    '</details>',
  ].join('\n')
}

/** In a block of code: nothing of a page is markup of the comment. */
const inline = (text: string): string => plain(text).replaceAll('```', "'''")

function renderAnswer(answer: DiffAnswer | null): string {
  if (!answer || answer.outcome === 'failed') return '(there was no answer)'
  if (answer.outcome === 'refused') return 'is not covered.'
  const [first, ...others] = answer.citations
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const source = first ? ` ${link(first.title, first.url)}${more}` : ' no page'
  const quote = plain(firstSection(answer.answer))
  const cut = quote.length > MAX_QUOTE ? `${quote.slice(0, MAX_QUOTE).trimEnd()} …` : quote
  return `opens with${source}\n\n> ${escapeMarkdown(cut)}`
}

/** Without its heading and markers. */
const firstSection = (answer: string): string =>
  (answer.replace(/^### .*\n/, '').split(/^### /m)[0] ?? '').replaceAll(/\[\d{1,2}\](?!\()/g, '')

const link = (title: string, url: string): string =>
  /^https?:\/\/[^\s<>]+$/.test(url)
    ? `[${escapeMarkdown(plain(title))}](<${url}>)`
    : escapeMarkdown(plain(title))

/** Text of a page mentions nobody, links nowhere and shows no picture. */
const escapeMarkdown = (text: string): string =>
  escapeHtml(text)
    // As entities, which are no markup in Markdown nor in a line of HTML.
    .replaceAll(/[\\`*_[\]!|~]/g, (sign) => `&#${sign.codePointAt(0)};`)
    .replaceAll('@', '@\u200B')
    .replaceAll('://', ':\u200B//')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
