import type { OpenapiDocument, Operation, ResponseObject } from './openapi-document.ts'

type Reference = { $ref: string }

type PublishedOperation = Omit<Operation, 'responses'> & {
  responses: Record<string, ResponseObject | Reference>
}

/** An `OpenapiDocument` in which operations refer to the error responses that they have in common. */
export type PublishedDocument = Omit<OpenapiDocument, 'paths' | 'components'> & {
  paths: Record<string, Record<string, PublishedOperation>>
  components: OpenapiDocument['components'] & { responses: Record<string, ResponseObject> }
}

const PREFIX = '#/components/responses/'

/**
 * There are some 30 different error responses and over a thousand places where one is returned. Written
 * out they would be most of the document.
 */
export function shareResponses(document: OpenapiDocument): PublishedDocument {
  const names = new Map<string, string>()
  const shared: Record<string, ResponseObject> = {}
  const refer = (response: ResponseObject): Reference => {
    const text = JSON.stringify(response)
    let name = names.get(text)
    if (name === undefined) {
      name = unusedName(getName(response), shared)
      names.set(text, name)
      shared[name] = response
    }
    return { $ref: `${PREFIX}${name}` }
  }
  const paths = mapResponses(document.paths, (response, status) =>
    Number(status) >= 400 ? refer(response) : response,
  )
  return { ...document, paths, components: { ...document.components, responses: sorted(shared) } }
}

/** The document as `shareResponses` got it. */
export function inlineResponses({
  paths,
  components,
  ...rest
}: PublishedDocument): OpenapiDocument {
  const { responses, ...others } = components
  const inlined = mapResponses(paths, (response) => {
    if (!('$ref' in response)) return response
    const found = responses[response.$ref.slice(PREFIX.length)]
    if (!found) throw new Error(`There is no ${response.$ref}`)
    return found
  })
  return { ...rest, paths: inlined, components: others }
}

/** The codes that it may have. */
function getName({ content }: ResponseObject): string {
  const code = content?.['application/json']?.schema.properties?.['code']
  const codes = typeof code === 'object' ? (code.enum ?? []) : []
  return codes.length > 0 ? codes.join('.') : 'ERROR'
}

/** The same codes may come with another body. */
function unusedName(wanted: string, taken: Readonly<Record<string, unknown>>): string {
  if (!(wanted in taken)) return wanted
  for (let number = 2; ; number += 1) {
    const name = `${wanted}.${number}`
    if (!(name in taken)) return name
  }
}

type WithResponses<Response> = { responses: Record<string, Response> }

function mapResponses<Given, Made, Rest>(
  paths: Record<string, Record<string, Rest & WithResponses<Given>>>,
  change: (response: Given, status: string) => Made,
) {
  const entries = <From, To>(record: Record<string, From>, to: (value: From, key: string) => To) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]))
  return entries(paths, (operations) =>
    entries(operations, (operation) => ({
      ...operation,
      responses: entries(operation.responses, change),
    })),
  )
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
