import { REFUSALS, RefusalCode, STREAM_FAILURES } from './errors.ts'
import { html, nothing, prose, type Html } from './html.ts'
import type { JsonSchema, MediaTypes, Operation, ResponseObject } from './openapi-document.ts'
import { fieldOf, fieldsOf, resolve, type Field, type Schemas } from './reference-fields.ts'

/** In a request what must be sent is marked; in a response what may be missing is. */
type Direction = 'request' | 'response'

function presence(field: Field, direction: Direction): Html {
  if (direction === 'request' && field.required) return html`<b class="required">required</b>`
  if (direction === 'response' && !field.required) return html`<i class="quiet">may be absent</i>`
  return nothing
}

function fieldEntry(field: Field, direction: Direction): Html {
  return html`<div class="field">
    <dt>
      <code>${field.name}</code>
      <span class="type">${field.type}</span> ${presence(field, direction)}
    </dt>
    <dd>${prose(field.notes.join(' '))}</dd>
  </div> `
}

function fieldList(heading: string, fields: readonly Field[], direction: Direction): Html {
  if (fields.length === 0) return nothing
  return html`<h4>${heading}</h4>
    <dl>${fields.map((field) => fieldEntry(field, direction))}</dl> `
}

function parameterLists(operation: Operation, schemas: Schemas): Html[] {
  const headings = { path: 'Path', query: 'Query string', header: 'Headers' } as const
  return (['path', 'query', 'header'] as const).map((place) => {
    const fields = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description, required }) =>
        fieldOf(name, description ? { ...schema, description } : schema, required, schemas),
      )
    return fieldList(headings[place], fields, 'request')
  })
}

function schemaOf(content: MediaTypes | undefined): JsonSchema | undefined {
  return Object.values(content ?? {})[0]?.schema
}

/** `FirstFrame` from `#/components/schemas/FirstFrame`. */
function nameOf(option: JsonSchema): string {
  return option.$ref?.split('/').at(-1) ?? 'Object'
}

function frameLists(frames: readonly (JsonSchema | boolean)[], schemas: Schemas): Html[] {
  return frames.map((frame) => {
    if (typeof frame !== 'object') return nothing
    const { description = '' } = resolve(frame, schemas)
    return html`<h5>${nameOf(frame)}</h5>
      <p>${prose(description)}</p>
      <dl>${fieldsOf(frame, schemas).map((field) => fieldEntry(field, 'response'))}</dl> `
  })
}

function successLists(status: string, response: ResponseObject, schemas: Schemas): Html {
  const schema = schemaOf(response.content)
  const contentType = Object.keys(response.content ?? {})[0]
  const heading = contentType ? `Response: ${status}, ${contentType}` : `Response: ${status}`
  if (!schema) {
    return html`<h4>${heading}</h4>
      <p>${prose(response.description)}</p> `
  }
  const { anyOf } = resolve(schema, schemas)
  if (!anyOf) return fieldList(heading, fieldsOf(schema, schemas), 'response')
  return html`<h4>${heading}</h4>
    <p>${prose(response.description)}</p>
    ${frameLists(anyOf, schemas)}`
}

const errorLink = (code: string) => html`<a href="/docs/errors/${code}"><code>${code}</code></a>`

function describe(code: string): string {
  const refusal = RefusalCode.safeParse(code)
  if (refusal.success) return REFUSALS[refusal.data].description
  return Object.values(STREAM_FAILURES).find((failure) => failure.code === code)?.message ?? ''
}

function refusalTable(responses: Operation['responses']): Html {
  const codes = Object.entries(responses).flatMap(([status, { content }]) => {
    const code = schemaOf(content)?.properties?.code
    return typeof code === 'object' ? (code.enum ?? []).map((value) => ({ status, value })) : []
  })
  const rows = codes.map(({ status, value }) => {
    const code = String(value)
    return html`<tr>
      <td>${status}</td>
      <th scope="row">${errorLink(code)}<br />${prose(describe(code))}</th>
    </tr> `
  })
  return html`<details>
    <summary>Refusals (${rows.length})</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code and reason</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details> `
}

function streamFailureTable(failures: Operation['x-stream-failures']): Html {
  if (!failures) return nothing
  const rows = failures.map(
    (failure) =>
      html`<tr>
        <th scope="row">
          <code>${failure.error_code}</code> ${errorLink(failure.code)}<br />${failure.message}
        </th>
        <td>${failure.retryable ? 'Yes' : 'No'}</td>
      </tr> `,
  )
  return html`<h4>Failures after the stream opened</h4>
    <table>
      <thead>
        <tr>
          <th scope="col"><code>error_code</code>, code and message</th>
          <th scope="col">Retry</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table> `
}

/** One operation: what to send, what comes back, what can go wrong. */
export function operationSection(
  path: string,
  method: string,
  operation: Operation,
  schemas: Schemas,
): Html {
  const body = schemaOf(operation.requestBody?.content)
  const [bodyType = ''] = Object.keys(operation.requestBody?.content ?? {})
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  return html`<section
    class="operation"
    id="${operation.operationId}"
    aria-labelledby="${operation.operationId}-title"
  >
    <h3 id="${operation.operationId}-title">${operation.summary}</h3>
    <p class="address">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
    </p>
    ${parameterLists(operation, schemas)}${body ? fieldList(`Body: ${bodyType}`, fieldsOf(body, schemas), 'request') : nothing}${success ? successLists(success[0], success[1], schemas) : nothing}${streamFailureTable(operation['x-stream-failures'])}${refusalTable(operation.responses)}
  </section> `
}
