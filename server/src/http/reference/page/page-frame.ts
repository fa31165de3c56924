import { html, type Html } from '../../../text/html.ts'
import { REFERENCE_STYLE } from './reference-style.ts'

/** A page that the service serves of itself: whole, in one style, without JavaScript. */
export function renderPage(title: string, body: Html): string {
  const style: Html = { html: `<style>${REFERENCE_STYLE}</style>` }
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        ${body}
      </body>
    </html> `.html
}
