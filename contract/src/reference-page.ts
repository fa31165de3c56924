import { html, prose, type Html } from './html.ts'
import type { OpenapiDocument, Operation, SecurityScheme } from './openapi-document.ts'
import { operationSection } from './reference-operation.ts'
import { REFERENCE_STYLE } from './reference-style.ts'

type Entry = { path: string; method: string; operation: Operation }

const TAG_TITLES: Record<string, string> = { public: 'Public API', admin: 'Admin API' }

function entriesOf(document: OpenapiDocument, tag: string): Entry[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  )
}

function contents(document: OpenapiDocument): Html[] {
  return document.tags.map(
    ({ name }) =>
      html`<h2>${TAG_TITLES[name] ?? name}</h2>
        <ul>
          ${entriesOf(document, name).map(
            ({ operation }) =>
              html`<li><a href="#${operation.operationId}">${operation.summary}</a></li> `,
          )}
        </ul> `,
  )
}

function headerOf(scheme: SecurityScheme): string {
  return scheme.type === 'apiKey' ? scheme.name : 'Authorization: Bearer …'
}

/** The credentials that some operation of this tag takes. */
function credentials(document: OpenapiDocument, tag: string): Html {
  const names = new Set(
    entriesOf(document, tag).flatMap(({ operation }) =>
      operation.security.flatMap((choice) => Object.keys(choice)),
    ),
  )
  const rows = Object.entries(document.components.securitySchemes)
    .filter(([name]) => names.has(name))
    .map(
      ([, scheme]) =>
        html`<div class="field">
          <dt><code>${headerOf(scheme)}</code></dt>
          <dd>${prose(scheme.description)}</dd>
        </div> `,
    )
  return html`<dl>${rows}</dl> `
}

function tagSections(document: OpenapiDocument): Html[] {
  return document.tags.map(
    ({ name, description }) =>
      html`<h2 id="${name}">${TAG_TITLES[name] ?? name}</h2>
        <p>${prose(description)}</p>
        ${credentials(document, name)}${entriesOf(document, name).map(
          ({ path, method, operation }) =>
            operationSection(path, method, operation, document.components.schemas),
        )}`,
  )
}

/** The reference as one HTML page that needs no JavaScript. */
export function renderReference(document: OpenapiDocument): string {
  const { title, version, description } = document.info
  const style: Html = { html: `<style>${REFERENCE_STYLE}</style>` }
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} API reference</title>
        ${style}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the reference</a>
        <div class="layout">
          <header>
            <h1>${title} API reference</h1>
            <p>${prose(description)}</p>
            <p class="quiet">
              Version ${version}. The same as an OpenAPI document:
              <a href="/openapi.json">openapi.json</a>. What each refusal means:
              <a href="/docs/errors">error codes</a>.
            </p>
          </header>
          <div class="columns">
            <nav aria-label="Operations">${contents(document)}</nav>
            <main id="main">${tagSections(document)}</main>
          </div>
        </div>
      </body>
    </html> `.html
}
