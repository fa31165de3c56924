import { html, nothing, type Html } from '../text/html.ts'
import type { DigestList } from './digest-entries.ts'
import { consoleUrl, getLists } from './digest-entries.ts'
import type { FigureRow } from './figures.ts'
import { figureRows } from './figures.ts'
import type { DigestContent, DigestSection } from './read-digest.ts'
import { leftOutText, NO_TEXTS, QUIET, shortened } from './digest-words.ts'
import type { DigestLinks } from './digest-words.ts'

/** In attributes: mail programs drop style sheets. System fonts and no images: nothing is loaded. */
const FONT = 'font-family: system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'
const INK = '#1c1b19'
const QUIET_INK = '#5f5b54'
const LINE = '#e2ddd3'
const ACCENT = '#0b6e4f'
const CELL = `padding: 6px 12px 6px 0; border-top: 1px solid ${LINE}; vertical-align: top`
const LINK = `color: ${ACCENT}; text-decoration: underline`

export function digestHtml(
  content: DigestContent,
  { publicUrl, unsubscribe }: DigestLinks,
): string {
  const { workspaceName, period, sections, leftOut, hasNoTexts } = content
  const title = shortened(workspaceName)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${title}</title>
      </head>
      <body
        style="margin: 0; background: #ffffff; color: ${INK}; ${FONT}; font-size: 15px; line-height: 1.5"
      >
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
          <tr>
            <td align="center" style="padding: 24px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width: 600px; text-align: left"
              >
                <tr>
                  <td>
                    <h1
                      dir="auto"
                      style="margin: 0; font-size: 22px; line-height: 1.3; font-weight: 600"
                    >
                      ${title}
                    </h1>
                    <p style="margin: 4px 0 0; color: ${QUIET_INK}">
                      The week from ${period.from} to ${period.to} (UTC)
                    </p>
                    ${sections.length === 0 ? note(QUIET) : nothing}
                    ${sections.map((section) => sectionHtml(content, section, publicUrl))}
                    ${leftOut === 0 ? nothing : note(leftOutText(leftOut))}
                    ${hasNoTexts ? note(NO_TEXTS) : nothing}
                    ${unsubscribe === null ? nothing : footer(unsubscribe)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.html
}

const note = (text: string): Html =>
  html`<p style="margin: 24px 0 0; color: ${QUIET_INK}">${text}</p>`

const footer = (unsubscribe: string): Html =>
  html`<p
    style="margin: 32px 0 0; padding-top: 12px; border-top: 1px solid ${LINE}; color: ${QUIET_INK}; font-size: 13px"
  >
    You subscribed to this email in the console.
    <a href="${unsubscribe}" style="${LINK}">Unsubscribe</a>
  </p>`

function sectionHtml(
  content: DigestContent,
  section: DigestSection,
  publicUrl: string | null,
): Html {
  const analytics = consoleUrl(publicUrl, content, section.knowledgeBaseId, '/analytics?days=7')
  return html`<h2
      dir="auto"
      style="margin: 32px 0 8px; font-size: 18px; line-height: 1.3; font-weight: 600"
    >
      ${shortened(section.name)}
    </h2>
    <table
      width="100%"
      cellpadding="0"
      cellspacing="0"
      border="0"
      style="border-collapse: collapse"
    >
      <tr>
        <th width="34%"></th>
        <th
          width="33%"
          align="left"
          style="padding: 0 12px 6px 0; color: ${QUIET_INK}; font-size: 13px; font-weight: 400"
        >
          This week
        </th>
        <th
          width="33%"
          align="left"
          style="padding: 0 0 6px; color: ${QUIET_INK}; font-size: 13px; font-weight: 400"
        >
          Week before
        </th>
      </tr>
      ${figureRows(section, content.currency).map((row) => figureHtml(row))}
    </table>
    ${getLists(publicUrl, content, section).map((list) => listHtml(list))}
    <p style="margin: 16px 0 0"><a href="${analytics}" style="${LINK}">Open analytics</a></p>`
}

const figureHtml = ({ label, week, before }: FigureRow): Html =>
  html`<tr>
    <td style="${CELL}">${label}</td>
    <td style="${CELL}; font-weight: 600">${week}</td>
    <td style="${CELL}; color: ${QUIET_INK}">${before}</td>
  </tr>`

const listHtml = ({ title, all, entries }: DigestList): Html =>
  html`<h3 style="margin: 20px 0 4px; font-size: 15px; font-weight: 600">${title}</h3>
    <ul style="margin: 0; padding: 0 0 0 20px">
      ${entries.map(
        ({ text, note: aside, url }) =>
          html`<li style="margin: 4px 0; overflow-wrap: anywhere">
            <a dir="auto" href="${url}" style="${LINK}">${shortened(text)}</a>
            <span style="color: ${QUIET_INK}">(${aside})</span>
          </li>`,
      )}
    </ul>
    <p style="margin: 4px 0 0; font-size: 13px">
      <a href="${all.url}" style="${LINK}">${all.text}</a>
    </p>`
