import { EXAMPLE_IDS } from '@footnote/contract/operations/example-ids'
import { SERVICE_PATHS, WIDGET_PATHS } from '@footnote/contract/paths'
import { rawRoutes } from '@footnote/contract/raw-routes'
import type { SchemaConverter } from './json-schemas.ts'
import type { JsonSchema, OpenapiDocument, Operation, ResponseObject } from './openapi-document.ts'
import { responsesOfRefusals } from './openapi-responses.ts'
import { knowledgeBaseParameter, pathParameter, toResponse } from './transport-parameters.ts'

const JSON_TYPE = 'application/json'
const JAVASCRIPT = 'text/javascript'

const getObject = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

function hookOperation(converter: SchemaConverter): Operation {
  const reply = getObject({
    sync_id: {
      type: 'string',
      format: 'uuid',
      description: 'The sync that was started, or the one already running.',
    },
  })
  return {
    operationId: 'sourceHook',
    tags: ['hooks'],
    summary: 'Sync a source when its content changes',
    description:
      'Starts a sync for a git host, a product or a build in 30 seconds, one for all calls until then; during a sync it returns that one, and another follows it. The caller proves that it knows the secret of the source, by a signature or by sending it. The body may be anything up to 25 MB (1 MB from Confluence and Notion) and is not stored.',
    security: [
      { hookSignature: [] },
      { hubSignature: [] },
      { gitlabToken: [] },
      { hookToken: [] },
      { zendeskSignature: [] },
      { notionSignature: [] },
      { confluenceSignature: [] },
      { discourseSignature: [] },
    ],
    parameters: [
      knowledgeBaseParameter,
      pathParameter('sourceId', 'The source to sync.'),
      {
        name: 'X-Footnote-Timestamp',
        in: 'header',
        required: false,
        description: 'Unix seconds, needed with `X-Footnote-Signature`. At most five minutes off.',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: false,
      content: { '*/*': { schema: {}, example: '{"ref":"refs/heads/main"}' } },
    },
    responses: {
      '200': toResponse(
        'The token of a new Notion subscription was kept, for an operator to confirm.',
        JSON_TYPE,
        getObject({}),
        {},
      ),
      '202': toResponse('Accepted.', JSON_TYPE, reply, { sync_id: EXAMPLE_IDS.sync }),
      ...responsesOfRefusals(
        ['BAD_REQUEST', 'UNAUTHORIZED', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE'],
        converter,
      ),
    },
  }
}

const serviceOperation = (
  text: Pick<Operation, 'operationId' | 'summary' | 'description'>,
  responses: Record<string, ResponseObject>,
): { get: Operation } => ({ get: { ...text, tags: ['service'], security: [], responses } })

const status = (value: string): JsonSchema => ({
  const: value,
  description: 'The only value: an unhealthy service responds with an error.',
})

export function servicePaths(
  converter: SchemaConverter,
  version: string,
): OpenapiDocument['paths'] {
  const up = getObject({
    status: status('ok'),
    version: { type: 'string', description: 'The version of Footnote that runs.' },
  })
  const ready = getObject({ status: status('ready') })
  return {
    [rawRoutes.sourceWebhook.path]: {
      post: hookOperation(converter),
    },
    [WIDGET_PATHS.script]: serviceOperation(
      {
        operationId: 'widgetScript',
        summary: 'Get the widget',
        description:
          'Returns the script that a page includes. It may be kept for five minutes, and has an ETag.',
      },
      {
        '200': toResponse('The script.', JAVASCRIPT, { type: 'string' }, '(function () {…})()'),
        ...responsesOfRefusals(['NOT_FOUND'], converter),
      },
    ),
    [WIDGET_PATHS.module]: {
      get: {
        operationId: 'widgetModule',
        tags: ['service'],
        summary: 'Get a part of the widget',
        description:
          'Returns a module that the widget imports when it needs it. Its name changes with its content, so it may be kept for good.',
        security: [],
        parameters: [
          {
            name: 'file',
            in: 'path',
            required: true,
            description: 'As the widget names it.',
            schema: { type: 'string' },
            example: 'panel-Cy0MaOp2.js',
          },
        ],
        responses: {
          '200': toResponse('The module.', JAVASCRIPT, { type: 'string' }, 'export { mountPanel }'),
          ...responsesOfRefusals(['NOT_FOUND'], converter),
        },
      },
    },
    [SERVICE_PATHS.health]: serviceOperation(
      {
        operationId: 'health',
        summary: 'Check whether the process is up',
        description: 'Responds as long as the process runs. Use it as a liveness probe.',
      },
      { '200': toResponse('The process is up.', JSON_TYPE, up, { status: 'ok', version }) },
    ),
    [SERVICE_PATHS.readiness]: serviceOperation(
      {
        operationId: 'readiness',
        summary: 'Check whether the process can serve',
        description:
          'Responds with 503 while the process is stopping, when the database does not respond, or when every reader has been rejected for 5 seconds. Use it as a readiness probe.',
      },
      {
        '200': toResponse('Ready for traffic.', JSON_TYPE, ready, { status: 'ready' }),
        ...responsesOfRefusals(['INTERNAL', 'UNAVAILABLE'], converter),
      },
    ),
    [SERVICE_PATHS.metrics]: serviceOperation(
      {
        operationId: 'metrics',
        summary: 'Get the metrics of the process',
        description:
          'Returns metrics in the Prometheus text format. It needs no credential, so keep it off the internet.',
      },
      {
        '200': toResponse(
          'Metrics.',
          'text/plain; version=0.0.4; charset=utf-8',
          { type: 'string' },
          '# HELP footnote_http_open_requests Requests in progress, over every transport.\n# TYPE footnote_http_open_requests gauge\nfootnote_http_open_requests 3\n',
        ),
      },
    ),
  }
}
