import { fillPath, REFERENCE_PATHS } from '@footnote/contract/paths'
import { REFUSALS, RefusalCode, STREAM_FAILURES } from '@footnote/contract/errors'
import { html, nothing, prose, type Html } from '../../../text/html.ts'
import type {
  JsonSchema,
  MediaTypes,
  OpenapiDocument,
  Operation,
  ResponseObject,
} from '../openapi/openapi-document.ts'
import { renderExamples, errorExample } from './reference-examples.ts'
import { fieldList, unionLists } from './reference-field-list.ts'
import { getField, getFields, resolve, type Schemas } from './reference-fields.ts'
import { toolLists, websocketLists } from './reference-transports.ts'

function parameterLists(operation: Operation, schemas: Schemas): Html[] {
  const headings = { path: 'Path', query: 'Query string', header: 'Headers' } as const
  return (['path', 'query', 'header'] as const).map((place) => {
    const fields = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description, required }) =>
        getField(name, description ? { ...schema, description } : schema, required, schemas),
      )
    return fieldList(headings[place], fields, 'request')
  })
}

function findSchema(content: MediaTypes | undefined): JsonSchema | undefined {
  return Object.values(content ?? {})[0]?.schema
}

function successLists(status: string, response: ResponseObject, schemas: Schemas): Html {
  const schema = findSchema(response.content)
  const contentType = Object.keys(response.content ?? {})[0]
  const heading = contentType ? `Response: ${status}, ${contentType}` : `Response: ${status}`
  if (!schema) {
    return html`<h4>${heading}</h4>
      <p>${prose(response.description)}</p> `
  }
  const { anyOf } = resolve(schema, schemas)
  const fields = getFields(schema, schemas)
  if (!anyOf && fields.length === 0) {
    return html`<h4>${heading}</h4>
      <p>${prose(response.description)}</p> `
  }
  if (!anyOf) return fieldList(heading, fields, 'response')
  return html`<h4>${heading}</h4>
    <p>${prose(response.description)}</p>
    ${unionLists(schema, 'response', schemas)}`
}

const errorLink = (code: string) =>
  html`<a href="${fillPath(REFERENCE_PATHS.error, { code })}"><code>${code}</code></a>`

function describe(code: string): string {
  const refusal = RefusalCode.safeParse(code)
  if (refusal.success) return REFUSALS[refusal.data].description
  return Object.values(STREAM_FAILURES).find((failure) => failure.code === code)?.message ?? ''
}

function refusalTable({ responses }: Operation, document: OpenapiDocument): Html {
  const codes = Object.entries(responses).flatMap(([status, { content }]) => {
    const code = findSchema(content)?.properties?.code
    const values = typeof code === 'object' ? (code.enum ?? []) : []
    return values.map((value) => ({ status, code: String(value) }))
  })
  const rows = codes.map(({ status, code }) => {
    return html`<tr>
      <td>${status}</td>
      <th scope="row">${errorLink(code)}<br />${prose(describe(code))}</th>
    </tr> `
  })
  if (rows.length === 0) return nothing
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
    ${errorExample(codes[0], document)}
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
  document: OpenapiDocument,
): Html {
  const { schemas } = document.components
  const body = findSchema(operation.requestBody?.content)
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
    <p>${prose(operation.description ?? '')}</p>
    <div class="sides">
      <div class="text">
        ${parameterLists(operation, schemas)}${body ? fieldList(`Body: ${bodyType}`, getFields(body, schemas), 'request') : nothing}${success ? successLists(success[0], success[1], schemas) : nothing}${websocketLists(operation, schemas)}${toolLists(operation, schemas)}${streamFailureTable(operation['x-stream-failures'])}${refusalTable(operation, document)}
      </div>
      <div class="examples">${renderExamples(path, method, operation)}</div>
    </div>
  </section> `
}
