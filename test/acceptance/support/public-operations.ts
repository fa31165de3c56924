import { jsonLines } from '../../support/check-response.ts'
import { expect } from 'vitest'
import { newId } from '../../support/new-id.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import { putPages } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { offerContact } from '../../support/store/contact-webhook.ts'
import { storeMessage } from '../../support/store/stored-messages.ts'
import { createWidget, PAGE } from './widget.ts'
import type { Operation, Reply, Request } from './wire.ts'
import { listOperations, send } from './wire.ts'

/** One of each resource that public operations need, by the name of its path parameter. */
export type Furniture = {
  knowledgeBaseId: string
  threadId: string
  messageId: string
  widgetId: string
}

export async function furnish(
  service: Service,
  knowledge: Knowledge,
  ownerUrl: string,
): Promise<Furniture> {
  const { knowledgeBaseId } = knowledge
  await putPages(service, knowledgeBaseId, [
    { url: `${PAGE}/sextant`, content: '# Sextant\n\nA sextant measures angles at sea.' },
  ])
  const widgetId = await createWidget(service, knowledgeBaseId)
  // So that a message to a person reaches somebody.
  await offerContact(service, ownerUrl, knowledge)
  // From a form, so that its outcome can be reported too.
  const messageId = await storeMessage(ownerUrl, knowledge, { source: 'form_deflect' })
  const { thread_id: threadId } = await service.admin.messages.get(knowledgeBaseId, messageId)
  return { knowledgeBaseId, threadId, messageId, widgetId }
}

const query = 'What does a sextant measure?'

/** A body that each public operation with one takes. */
export const publicBodies = ({ messageId }: Pick<Furniture, 'messageId'>) =>
  ({
    chat: { query },
    threadChat: { query },
    search: { query },
    related: { query },
    rate: { message_id: messageId, rating: 'up' },
    formDeflect: { subject: 'Sextant', description: query },
    formDeflectOutcome: { outcome: 'deflected' },
    contact: {
      id: newId(),
      name: 'Ada',
      email: 'ada@example.com',
      message: query,
      message_id: messageId,
      agreed: true,
    },
  }) as Readonly<Record<string, object>>

/** The public operations that the service says it serves; what deletes comes last. */
export async function publicOperations(
  service: Pick<Service, 'baseUrl'>,
  furniture: Furniture,
): Promise<Operation[]> {
  const operations = await listOperations(service, furniture)
  const own = operations.filter(({ tag }) => tag === 'public')
  expect(own.length).toBeGreaterThanOrEqual(9)
  return own.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
}

/** Sends what the operation asks for. */
export function perform(
  service: Pick<Service, 'baseUrl'>,
  furniture: Furniture,
  { operationId, method, path }: Operation,
  request: Request = {},
): Promise<Reply> {
  const json = publicBodies(furniture)[operationId]
  if (method === 'POST' && json === undefined) {
    throw new Error(`${operationId} takes a body: say in publicBodies which`)
  }
  return send(service, path, {
    method,
    ...(json === undefined || request.body !== undefined ? {} : { json }),
    ...request,
    headers: { origin: PAGE, ...request.headers },
  })
}

/** The JSON of a reply: its body, or its frames, or nothing. */
export function getJson({ headers, text, body }: Reply): unknown[] {
  const contentType = headers.get('content-type') ?? ''
  if (contentType.startsWith('application/x-ndjson')) return jsonLines(text)
  if (!contentType.startsWith('text/event-stream')) {
    return text === '' ? [] : [body]
  }
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event): unknown => JSON.parse(event.slice('data: '.length)))
}
