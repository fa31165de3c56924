import type { AnswerDiffWithItems, DiffAnswer, DiffItem } from '@footnote/client/admin'
import { plural, summarise, VERDICT_WORDS } from './verdict-words.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1rem; margin: 1rem 0 .5rem; }
details { border-top: 1px solid #8886; padding: .75rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 12rem; }
.answers { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; }
@media (max-width: 48rem) { .answers { grid-template-columns: 1fr; } summary b { min-width: 0; } }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
del, ins { display: block; text-decoration: none; padding: .25rem .5rem; overflow-wrap: anywhere; }
del { background: #d1242f22; } del::before { content: "− "; }
ins { background: #1a7f3722; } ins::before { content: "+ "; }
ul { padding-left: 1.25rem; } .same { opacity: .75; }
`

/** The whole report as a page that needs nothing else. */
export function renderDiffHtml(diff: AnswerDiffWithItems): string {
  const title = diff.label === '' ? 'Answer diff' : diff.label
  const pages = diff.pages.map(
    ({ change, url, title: page }) => `<li>${change}: ${link(page, url)}</li>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title><style>${STYLE}</style></head><body>
<h1>${escape(title)}</h1>
<p>${plural(diff.total, 'question')}: ${escape(diff.state === 'completed' ? summarise(diff) : (diff.reason ?? diff.state))}.</p>
<details><summary>${plural(diff.pages.length, 'page')}</summary><ul>${pages.join('')}</ul></details>
${diff.items.map(renderItem).join('\n')}
</body></html>
`
}

function renderItem({ question, verdict, before, after, differences }: DiffItem): string {
  const changes = differences
    .map((each) => `<del>${escape(each.before)}</del><ins>${escape(each.after)}</ins>`)
    .join('')
  return `<details${verdict === 'same' ? ' class="same"' : ''}>
<summary><b>${VERDICT_WORDS[verdict ?? 'failed']}</b> ${escape(question)}</summary>
${changes}<div class="answers"><div><h2>Now</h2>${renderAnswer(before)}</div>
<div><h2>With this change</h2>${renderAnswer(after)}</div></div></details>`
}

function renderAnswer(answer: DiffAnswer | null): string {
  if (!answer || answer.outcome === 'failed') return '<p>There was no answer.</p>'
  const pages = answer.citations.map(
    ({ title, url, is_changed: isChanged }) =>
      `<li>${link(title, url)}${isChanged ? ' (in this change)' : ''}</li>`,
  )
  const told = answer.outcome === 'refused' ? '<p>Not covered.</p>' : ''
  return `${told}<pre>${withHeadings(escape(answer.answer))}</pre><ol>${pages.join('')}</ol>`
}

const withHeadings = (escaped: string): string => escaped.replaceAll(/^### (.*)$/gm, '<b>$1</b>')

const link = (title: string, url: string): string =>
  /^https?:\/\//.test(url) ? `<a href="${escape(url)}">${escape(title)}</a>` : escape(title)

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
