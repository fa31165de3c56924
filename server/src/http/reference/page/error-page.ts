import { REFERENCE_PATHS } from '@footnote/contract/paths'
import { html, nothing, type Html } from '../../../text/html.ts'
import { BRAND } from './brand.ts'
import { renderPage } from './page-frame.ts'

/** One of `code`, **bold** and a [link](to). */
const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/
/** Where an entry of a list begins. */
const ITEM = /^(?:[-*]|\d+\.) +/m
/** A paragraph, if there is one, and the list that follows it. */
const WITH_LIST = /^((?:(?!(?:[-*]|\d+\.) )[^\n]*\n)*)((?:[-*]|\d+\.) [^]*)$/
/** Another error page. Guides are not served, so a link to one is its text alone. */
const ERROR_PAGE = /^([A-Z_]+)\.md$/

/** A page of `docs/errors` as HTML. They are written in headings, paragraphs, lists and tables. */
export function renderErrorPage(markdown: string): string {
  const [heading = '', ...blocks] = markdown.trim().split(/\n{2,}/)
  const title = heading.replace(/^# /, '')
  return renderPage(
    `${title} – Footnote`,
    html`<div class="layout">
      <header>
        ${BRAND}
        <h1>${title}</h1>
        <p class="quiet">
          <a href="${REFERENCE_PATHS.errors}">All error codes</a>,
          <a href="${REFERENCE_PATHS.reference}">API reference</a>
        </p>
      </header>
      <main>${blocks.map(block)}</main>
    </div>`,
  )
}

function block(text: string): Html {
  if (text.startsWith('## ')) return html`<h2>${inline(text.slice(3))}</h2> `
  if (text.startsWith('|')) return table(text)
  const [, before = '', items] = WITH_LIST.exec(text) ?? ['', text]
  return html`${before === '' ? nothing : html`<p>${inline(before.trim())}</p> `}${items === undefined ? nothing : list(items)}`
}

function list(text: string): Html {
  const entries = text.split(ITEM).slice(1)
  const items = entries.map((entry) => html`<li>${inline(entry.trim())}</li> `)
  return /^\d/.test(text)
    ? html`<ol>
        ${items}
      </ol> `
    : html`<ul>
        ${items}
      </ul> `
}

function table(text: string): Html {
  const [head = [], , ...rows] = text.split('\n').map((row) => row.split('|').slice(1, -1))
  return html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head.map((cell) => html`<th scope="col">${inline(cell.trim())}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${inline(cell.trim())}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div> `
}

const inline = (text: string): Html[] => text.split(INLINE).map(part)

function part(text: string): Html {
  if (text === '') return nothing
  if (text.startsWith('`')) return html`<code>${text.slice(1, -1)}</code>`
  if (text.startsWith('**')) return html`<strong>${text.slice(2, -2)}</strong>`
  const [, label = '', to = ''] = LINK.exec(text) ?? []
  if (label === '') return html`${text}`
  const [, code] = ERROR_PAGE.exec(to) ?? []
  return code === undefined
    ? html`${label}`
    : html`<a href="${REFERENCE_PATHS.errors}/${code}">${label}</a>`
}
