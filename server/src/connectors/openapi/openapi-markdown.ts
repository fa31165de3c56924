import { isObject, objectAt, resolve, textAt } from './openapi-document.ts'
import type { Json, Operation } from './openapi-document.ts'
import { beginOperation, getFields, getType } from './openapi-schema.ts'
import type { Field, SchemaWalk } from './openapi-schema.ts'

const MAX_EXAMPLE_CHARACTERS = 4_000

export const getTitle = ({ operation, key }: Operation): string =>
  textAt(operation, 'summary') || key

/** A page for one operation, as an API reference would show it. */
export function operationMarkdown(walk: SchemaWalk, operation: Operation): string {
  const { method, path } = operation
  const stated = operation.operation
  beginOperation(walk)
  const sections = [
    `# ${oneLine(getTitle(operation))}`,
    `\`${method} ${path}\``,
    stated['deprecated'] === true ? '**Deprecated.**' : '',
    textAt(stated, 'description'),
    parametersSection(walk, operation.parameters),
    requestSection(walk, stated['requestBody']),
    responsesSection(walk, objectAt(stated, 'responses')),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const cell = (text: string): string => oneLine(text).replaceAll('|', '\\|')

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function parametersSection(walk: SchemaWalk, parameters: readonly unknown[]): string {
  // A parameter of the operation replaces one of the path with the same name and place.
  const byName = new Map<string, Json>()
  for (const stated of parameters) {
    const parameter = resolve(walk.document, stated)
    const name = textAt(parameter, 'name')
    if (isObject(parameter) && name !== '')
      byName.set(`${textAt(parameter, 'in')} ${name}`, parameter)
  }
  if (byName.size === 0) return ''
  const rows = [...byName.values()].map((parameter) => [
    `\`${textAt(parameter, 'name')}\``,
    textAt(parameter, 'in'),
    getType(walk, parameter['schema']),
    parameter['required'] === true ? 'yes' : 'no',
    textAt(parameter, 'description'),
  ])
  return `## Parameters\n\n${table(['Name', 'In', 'Type', 'Required', 'Description'], rows)}`
}

function requestSection(walk: SchemaWalk, stated: unknown): string {
  const body = resolve(walk.document, stated)
  const content = contentSection(walk, body)
  if (!isObject(body) || content === '') return ''
  const required = body['required'] === true ? 'Required.' : ''
  return ['## Request body', required, textAt(body, 'description'), content]
    .filter((part) => part !== '')
    .join('\n\n')
}

function responsesSection(walk: SchemaWalk, responses: Json): string {
  const parts = Object.entries(responses).map(([status, stated]) => {
    const response = resolve(walk.document, stated)
    const head = oneLine(`### ${status} ${textAt(response, 'description')}`)
    return [head, contentSection(walk, response)].filter((part) => part !== '').join('\n\n')
  })
  return parts.length === 0 ? '' : ['## Responses', ...parts].join('\n\n')
}

/** Only the first media type: the others describe the same content. */
function contentSection(walk: SchemaWalk, body: unknown): string {
  const [first] = Object.entries(objectAt(body, 'content'))
  if (!first) return ''
  const [type, media] = first
  const schema = isObject(media) ? media['schema'] : undefined
  const fields = getFields(walk, schema)
  const shape = fields.length > 0 ? fieldTable(fields) : `Type: ${getType(walk, schema)}`
  return [`\`${type}\``, shape, getExample(walk, media)].filter((part) => part !== '').join('\n\n')
}

const fieldTable = (fields: readonly Field[]): string =>
  table(
    ['Field', 'Type', 'Required', 'Description'],
    fields.map(({ name, type, required, description }) => [
      `\`${name}\``,
      type,
      required ? 'yes' : 'no',
      description,
    ]),
  )

function getExample(walk: SchemaWalk, media: unknown): string {
  const [named] = Object.values(objectAt(media, 'examples'))
  const given = isObject(media) ? media['example'] : undefined
  const schema = resolve(walk.document, isObject(media) ? media['schema'] : undefined)
  const candidates = [
    given,
    objectValue(resolve(walk.document, named)),
    isObject(schema) ? schema['example'] : undefined,
  ]
  const example = candidates.find((each) => each !== undefined)
  if (example === undefined) return ''
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return text.length > MAX_EXAMPLE_CHARACTERS ? '' : `Example:\n\n\`\`\`json\n${text}\n\`\`\``
}

const objectValue = (value: unknown): unknown => (isObject(value) ? value['value'] : undefined)
