import { REFERENCE_PATHS } from '@footnote/contract/paths'
import { html, nothing, prose, type Html } from '../../../text/html.ts'
import type { OpenapiDocument, SecurityScheme } from '../openapi/openapi-document.ts'
import { contents, getEntries, getTitle } from './reference-contents.ts'
import { operationSection } from './reference-operation.ts'
import { BRAND } from './brand.ts'
import { renderPage } from './page-frame.ts'

function getHeader(scheme: SecurityScheme): string {
  return scheme.type === 'apiKey' ? scheme.name : 'Authorization: Bearer …'
}

/** The credentials that some operation of this tag takes. */
function credentials(document: OpenapiDocument, tag: string): Html {
  const names = new Set(
    getEntries(document, tag).flatMap(({ operation }) =>
      operation.security.flatMap((choice) => Object.keys(choice)),
    ),
  )
  const rows = Object.entries(document.components.securitySchemes)
    .filter(([name]) => names.has(name))
    .map(
      ([, scheme]) =>
        html`<div class="field">
          <dt><code>${getHeader(scheme)}</code></dt>
          <dd>${prose(scheme.description)}</dd>
        </div> `,
    )
  return rows.length > 0 ? html`<dl>${rows}</dl> ` : nothing
}

function tagSections(document: OpenapiDocument): Html[] {
  return document.tags.map(
    ({ name, description }) =>
      html`<h2 id="${name}">${getTitle(name)}</h2>
        <p>${prose(description)}</p>
        ${credentials(document, name)}${getEntries(document, name).map(
          ({ path, method, operation }) => operationSection(path, method, operation, document),
        )}`,
  )
}

/** The reference as one HTML page that needs no JavaScript. */
export function renderReference(document: OpenapiDocument): string {
  const { title, version, description } = document.info
  return renderPage(
    `${title} API reference`,
    html`<a class="skip" href="#main">Skip to the reference</a>
      <div class="layout">
        <header>
          ${BRAND}
          <h1>${title} API reference</h1>
          <p>${prose(description)}</p>
          <p class="quiet">
            Version ${version}. The same as an OpenAPI document:
            <a href="${REFERENCE_PATHS.openapi}">openapi.json</a>. What each refusal means:
            <a href="${REFERENCE_PATHS.errors}">error codes</a>.
          </p>
        </header>
        <div class="columns">
          <nav aria-label="Operations">${contents(document)}</nav>
          <main id="main">${tagSections(document)}</main>
        </div>
      </div>`,
  )
}
