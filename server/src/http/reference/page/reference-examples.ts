import { html, nothing, type Html } from '../../../text/html.ts'
import type {
  MediaTypes,
  OpenapiDocument,
  Operation,
  Parameter,
} from '../openapi/openapi-document.ts'

import { EVENTS_TAG } from '../openapi/webhook-events.ts'

/** As the guides have it: where the service runs. */
const ADDRESS = '$FOOTNOTE_URL'

/** What stands for each credential in a command. */
const CREDENTIALS: Record<string, string> = {
  publicKey: 'X-Client-Key: $CLIENT_KEY',
  adminToken: 'Authorization: Bearer $ADMIN_TOKEN',
  hookToken: 'Authorization: Bearer $SECRET',
}

function block(title: string, text: string): Html {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <pre tabindex="0"><code>${text}</code></pre>
  </figure> `
}

const indented = (value: unknown): string =>
  typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2)

/** In single quotes, where a shell leaves all but a single quote alone. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function buildAddress(path: string, parameters: readonly Parameter[]): string {
  const given = (name: string) => parameters.find((each) => each.name === name)?.example ?? ''
  const query = parameters
    .filter(({ in: place, example }) => place === 'query' && example !== undefined)
    .map(({ name }) => `${name}=${encodeURIComponent(given(name))}`)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given(name))
  return `"${ADDRESS}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}"`
}

function getCredential({ security }: Operation): string[] {
  const names = security.flatMap((choice) => Object.keys(choice))
  const header = names.map((name) => CREDENTIALS[name]).find((each) => each !== undefined)
  return header === undefined ? [] : [`-H "${header}"`]
}

function buildBody({ requestBody }: Operation): string[] {
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {})
  if (type === undefined || media?.example === undefined) return []
  if (type === 'application/octet-stream') {
    return [`-H 'Content-Type: ${type}'`, '--data-binary @file']
  }
  const sent = quoted(indented(media.example))
  return type === 'application/json' ? [`-H 'Content-Type: ${type}'`, `-d ${sent}`] : [`-d ${sent}`]
}

/** A command that can be pasted once its variables are set. */
export function toCurl(path: string, method: string, operation: Operation): string {
  const types = Object.keys(operation.responses['200']?.content ?? {})
  const isStream = types.includes('text/event-stream')
  const accepts = types.length > 1 ? [`-H 'Accept: ${types.join(', ')}'`] : []
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`
  return [
    `curl${isStream ? ' -N' : ''}${verb} ${buildAddress(path, operation.parameters ?? [])}`,
    ...getCredential(operation),
    ...accepts,
    ...buildBody(operation),
  ].join(' \\\n  ')
}

function findExchange(operation: Operation): Html | undefined {
  const example = operation['x-websocket']?.example
  if (!example) return undefined
  const lines = example.map(
    ({ from, message }) => `${from === 'client' ? '→' : '←'} ${JSON.stringify(message)}`,
  )
  return block('Example: → you send, ← you get', lines.join('\n\n'))
}

const exampleIn = (content: MediaTypes | undefined): unknown =>
  Object.values(content ?? {})[0]?.example

/** What to send, as a command, and what comes back. */
export function renderExamples(path: string, method: string, operation: Operation): Html {
  const exchange = findExchange(operation)
  if (exchange) return exchange
  if (operation.tags.includes(EVENTS_TAG)) {
    return block('You get', indented(exampleIn(operation.requestBody?.content)))
  }
  const [status = '', response] =
    Object.entries(operation.responses).find(([each]) => each.startsWith('2')) ?? []
  const example = exampleIn(response?.content)
  return html`${block('Request', toCurl(path, method, operation))}${
    example === undefined ? nothing : block(`Response: ${status}`, indented(example))
  }`
}

/** All refusals have the same body, so one shows how they look. */
export function errorExample(
  refused: { status: string; code: string } | undefined,
  document: OpenapiDocument,
): Html {
  const example = refused && document.components.examples[refused.code]
  return example ? block(`Example: ${refused.status}`, indented(example.value)) : nothing
}
