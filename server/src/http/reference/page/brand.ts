import { html } from '../../../text/html.ts'

export const LOGO = html`<svg
  xmlns="http://www.w3.org/2000/svg"
  viewBox="0 0 24 24"
  aria-hidden="true"
>
  <rect width="24" height="24" rx="6" fill="#0b5c63" />
  <path d="M4.5 16.2h8.6v2.6H4.5z" fill="#fff" />
  <path d="m14.6 6.3 3-1.7h1.6v8.1h1.7v1.8H15v-1.8h1.9V7.2l-2.3 1.2z" fill="#ffe9a3" />
</svg>`

/** The logo and the name: the way to the service's start page, or to that of the site. */
export const BRAND = html`<a class="brand" href="/"
  >${LOGO}Footnote<span aria-hidden="true">¹</span></a
>`
