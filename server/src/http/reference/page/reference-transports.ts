import { html, nothing, prose, type Html } from '../../../text/html.ts'
import type { Operation } from '../openapi/openapi-document.ts'
import { fieldList, unionLists } from './reference-field-list.ts'
import { getFields, type Schemas } from './reference-fields.ts'

/** The messages of a WebSocket, and what it closes with. */
export function websocketLists(operation: Operation, schemas: Schemas): Html {
  const protocol = operation['x-websocket']
  if (!protocol) return nothing
  const rows = protocol['close-codes'].map(
    ({ code, reason, description }) =>
      html`<tr>
        <td>${code}</td>
        <th scope="row">
          ${reason === '' ? nothing : html`<code>${reason}</code><br />`}${prose(description)}
        </th>
      </tr> `,
  )
  return html`<h4>Messages that you send</h4>
    ${unionLists(protocol['client-message'], 'request', schemas)}
    <h4>Messages that you get</h4>
    ${unionLists(protocol['server-message'], 'response', schemas)}
    <h4>When the connection is closed</h4>
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table> `
}

/** The tools of an MCP server with what each takes and returns. */
export function toolLists(operation: Operation, schemas: Schemas): Html {
  const tools = operation['x-mcp-tools'] ?? []
  return html`${tools.map(
    ({ name, description, inputSchema, outputSchema }) =>
      html`<details>
        <summary>Tool: <code>${name}</code></summary>
        <p>${prose(description)}</p>
        ${fieldList('Arguments', getFields(inputSchema, schemas), 'request')}${fieldList(
          'Structured content',
          getFields(outputSchema, schemas),
          'response',
        )}
      </details> `,
  )}`
}
