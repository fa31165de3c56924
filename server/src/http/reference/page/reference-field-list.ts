import { html, nothing, prose, type Html } from '../../../text/html.ts'
import type { JsonSchema } from '../openapi/openapi-document.ts'
import { getFields, getOptions, resolve, type Field, type Schemas } from './reference-fields.ts'

/** In a request what must be sent is marked; in a response what may be missing is. */
export type Direction = 'request' | 'response'

function presence(field: Field, direction: Direction): Html {
  if (direction === 'request' && field.required) return html`<b class="required">required</b>`
  if (direction === 'response' && !field.required) return html`<i class="quiet">may be absent</i>`
  return nothing
}

/** Closed, so that an object is read as one line until its fields are wanted. */
function nestedList({ name, fields }: Field, direction: Direction): Html {
  if (fields.length === 0) return nothing
  const count = fields.length === 1 ? '1 field' : `${fields.length} fields`
  return html`<details class="nested">
    <summary>${count} of <code>${name}</code></summary>
    <dl>${fields.map((field) => fieldEntry(field, direction))}</dl>
  </details> `
}

function fieldEntry(field: Field, direction: Direction): Html {
  return html`<div class="field">
    <dt>
      <code>${field.name}</code>
      <span class="type">${field.type}</span> ${presence(field, direction)}
    </dt>
    <dd>${prose(field.notes.join(' '))} ${nestedList(field, direction)}</dd>
  </div> `
}

export function fieldList(heading: string, fields: readonly Field[], direction: Direction): Html {
  if (fields.length === 0) return nothing
  return html`<h4>${heading}</h4>
    <dl>${fields.map((field) => fieldEntry(field, direction))}</dl> `
}

/** Each object that a frame or a message may be. */
export function unionLists(schema: JsonSchema, direction: Direction, schemas: Schemas): Html[] {
  return getOptions(schema, schemas).map((option) => {
    const { description = '' } = resolve(option.schema, schemas)
    const fields = getFields(option.schema, schemas)
    return html`<h5>${option.name}</h5>
      ${description === '' ? nothing : html`<p>${prose(description)}</p>`}
      <dl>${fields.map((field) => fieldEntry(field, direction))}</dl> `
  })
}
