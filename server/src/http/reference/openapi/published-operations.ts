import { rawRoutes } from '@footnote/contract/raw-routes'
import type { SchemaConverter } from './json-schemas.ts'
import type { OpenapiDocument, Operation, Parameter } from './openapi-document.ts'
import { responsesOfRefusals } from './openapi-responses.ts'
import { knowledgeBaseParameter, toResponse } from './transport-parameters.ts'

const MARKDOWN = 'text/markdown; charset=utf-8'

const PAGE_URL: Parameter = {
  name: 'url',
  in: 'query',
  required: true,
  description: 'Address of a public document of the knowledge base.',
  schema: { type: 'string', format: 'uri' },
  example: 'https://docs.example.com/guides/api-keys',
}

const PAGE = `# API keys

## Rotate a key

To rotate a key, create a second one, deploy it, then revoke the first.
`

const LLMS_TXT = `# Acme Docs

## Pages

- [API keys](https://docs.example.com/guides/api-keys)
- [Single sign-on](https://docs.example.com/guides/single-sign-on)
`

/** What anybody may read of a knowledge base, where its operator turned it on. */
export function publishedPaths(converter: SchemaConverter): OpenapiDocument['paths'] {
  const refused = responsesOfRefusals(
    ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
    converter,
  )
  const read = (
    text: Pick<Operation, 'operationId' | 'summary' | 'description'>,
    example: string,
    parameters: Parameter[] = [],
  ): { get: Operation } => ({
    get: {
      ...text,
      tags: ['published'],
      security: [],
      parameters: [knowledgeBaseParameter, ...parameters],
      responses: {
        '200': toResponse('Markdown, never cached.', MARKDOWN, { type: 'string' }, example),
        ...refused,
      },
    },
  })
  const page = read(
    {
      operationId: 'page',
      summary: 'Get a page as markdown, or a redirect to it',
      description:
        'Returns markdown to a request whose `Accept` names `text/markdown`, and redirects any other to the page itself. Needs `page_markdown`.',
    },
    PAGE,
    [PAGE_URL],
  )
  return {
    [rawRoutes.llmsTxt.path]: read(
      {
        operationId: 'llmsTxt',
        summary: 'List the public pages for AI tools',
        description:
          'Lists up to 10,000 public pages with their addresses, in the llms.txt format. 404 unless `llms_txt` is on for the knowledge base.',
      },
      LLMS_TXT,
    ),
    [rawRoutes.llmsFullTxt.path]: read(
      {
        operationId: 'llmsFullTxt',
        summary: 'Get all public pages in one file',
        description:
          'Returns every public page in full, up to 20 MB, as one stream of markdown. 404 unless `llms_txt` is on for the knowledge base.',
      },
      `# Acme Docs\n\n---\n\nSource: ${PAGE_URL.example}\n\n${PAGE}`,
    ),
    [rawRoutes.pageMarkdown.path]: read(
      {
        operationId: 'pageMarkdown',
        summary: 'Get a page as markdown',
        description:
          'Returns one public page as it was indexed. 404 unless `page_markdown` is on for the knowledge base.',
      },
      PAGE,
      [PAGE_URL],
    ),
    [rawRoutes.page.path]: {
      get: {
        ...page.get,
        responses: {
          ...page.get.responses,
          '302': { description: 'Redirect to the page, for clients that do not ask for markdown.' },
        },
      },
    },
  }
}
