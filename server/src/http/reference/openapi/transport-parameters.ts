import { EXAMPLE_PATH_PARAMETERS } from '@footnote/contract/operations/example-ids'
import type { JsonSchema, Parameter, ResponseObject } from './openapi-document.ts'

const ID: JsonSchema = { type: 'string', format: 'uuid' }

export function pathParameter(name: string, description: string): Parameter {
  const example = EXAMPLE_PATH_PARAMETERS[name]
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema: ID,
    ...(example === undefined ? {} : { example }),
  }
}

export const knowledgeBaseParameter = pathParameter('knowledgeBaseId', 'The knowledge base.')

/** A response that is one text or one small object. */
export function toResponse(
  description: string,
  contentType: string,
  schema: JsonSchema,
  example: unknown,
): ResponseObject {
  return { description, content: { [contentType]: { schema, example } } }
}
