import { MCP_PATHS } from '@footnote/contract/paths'
import { describeTool, MCP_TOOLS } from '@footnote/contract/public/mcp'
import {
  exampleAnswer,
  exampleCitation,
  exampleWholeAnswer,
} from '@footnote/contract/operations/public-operations'
import type { SchemaConverter } from './json-schemas.ts'
import type { JsonSchema, McpTool, OpenapiDocument, Operation } from './openapi-document.ts'
import { responsesOfRefusals } from './openapi-responses.ts'
import { knowledgeBaseParameter, toResponse } from './transport-parameters.ts'

const MESSAGE: JsonSchema = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { const: '2.0', description: 'JSON-RPC 2.0. Batches are refused.' },
    id: { type: ['string', 'number'], description: 'Returned with the result.' },
    method: {
      type: 'string',
      description: 'Such as `tools/list`, `tools/call`, `resources/list` or `resources/read`.',
    },
    params: { type: 'object', description: 'As defined by the Model Context Protocol.' },
  },
}

const REPLY: JsonSchema = {
  type: 'object',
  required: ['jsonrpc', 'id'],
  properties: {
    jsonrpc: { const: '2.0', description: 'JSON-RPC 2.0.' },
    id: { type: ['string', 'number'], description: 'The id of the request.' },
    result: {
      type: 'object',
      description:
        'Of a tool: `structuredContent` fits its `outputSchema`. With `isError` true, `_meta["footnote/error"]` is the error body of HTTP.',
    },
    error: { type: 'object', description: 'What is wrong with the message itself.' },
  },
}

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'ask', arguments: { query: 'How do I rotate an API key?' } },
}

const RESULT = {
  jsonrpc: '2.0',
  id: 1,
  result: {
    content: [
      { type: 'text', text: exampleAnswer },
      {
        type: 'resource_link',
        uri: exampleCitation.url,
        name: exampleCitation.title,
        mimeType: 'text/markdown',
      },
    ],
    structuredContent: { ...exampleWholeAnswer, covered: true },
  },
}

function toTools(converter: SchemaConverter): McpTool[] {
  return Object.entries(MCP_TOOLS).map(([name, { title, description, input, output }]) => ({
    name,
    title,
    description: describeTool(description, 'the knowledge base'),
    inputSchema: converter.convert(input, 'input'),
    outputSchema: converter.convert(output, 'output'),
  }))
}

export function mcpPaths(converter: SchemaConverter): OpenapiDocument['paths'] {
  const operation: Omit<Operation, 'operationId' | 'summary' | 'description'> = {
    tags: ['mcp'],
    security: [{ publicKey: [] }, { clientId: [], clientSecret: [] }, { mcpToken: [] }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: MESSAGE, example: CALL } },
    },
    responses: {
      '200': {
        ...toResponse('The result.', 'application/json', REPLY, RESULT),
        content: {
          'application/json': { schema: REPLY, example: RESULT },
          'text/event-stream': {
            schema: REPLY,
            example: `event: message\ndata: ${JSON.stringify(RESULT)}\n\n`,
          },
        },
      },
      ...responsesOfRefusals(
        ['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'UNAVAILABLE'],
        converter,
      ),
    },
    'x-mcp-tools': toTools(converter),
  }
  return {
    [MCP_PATHS.ofKey]: {
      post: {
        ...operation,
        operationId: 'mcp',
        summary: 'Speak MCP to the knowledge base of a key',
        description:
          'A Model Context Protocol server over Streamable HTTP, without sessions: each request stands alone. Send `Accept: application/json, text/event-stream`. The key names the knowledge base.',
      },
    },
    [MCP_PATHS.ofKnowledgeBase]: {
      post: {
        ...operation,
        operationId: 'knowledgeBaseMcp',
        summary: 'Speak MCP to one knowledge base',
        description:
          'The same server at its own address, which clients need to sign readers in: without a token it responds with 401, and `WWW-Authenticate` names the authorization server.',
        parameters: [knowledgeBaseParameter],
      },
    },
  }
}
