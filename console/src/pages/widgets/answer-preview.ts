import type { Citation } from '@footnote/client'
import { knowledgeBaseQuery, workspaceQuery } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import type { FromPreview, ToPreview } from '../../preview/protocol.ts'
import { admin } from '../../session/session.ts'

type Scope = { workspaceId: string; knowledgeBaseId: string }
type Request = Extract<FromPreview, { type: 'fetch' }>
type Reply = (message: ToPreview) => void
type Asked = { query?: unknown }
type Form = { subject?: string; description?: string }

const JSON_TYPE = 'application/json'
/** As many as a page gets. */
const MAX_STARTERS = 4

/** Answers what the previewed widget asks for, by the playground: no key, no origin, nothing stored. */
export function answerPreview(scope: Scope) {
  const turns: { question: string; answer: string }[] = []

  async function chat(request: Request, reply: Reply, signal: AbortSignal): Promise<void> {
    const { id } = request
    reply({ type: 'head', id, status: 200, contentType: 'text/event-stream' })
    const query = queryIn(request)
    let text = ''
    const frames = admin().playground.ask(
      scope.knowledgeBaseId,
      { query, turns: turns.slice(-8) },
      { signal },
    )
    for await (const frame of frames) {
      if ('delta' in frame) text += frame.delta
      if ('done' in frame && frame.done)
        turns.push({ question: query, answer: frame.answer ?? text })
      reply({ type: 'chunk', id, text: `data: ${JSON.stringify(frame)}\n\n` })
    }
    reply({ type: 'end', id })
  }

  /** The first frame has what a search would find. */
  async function search(request: Request, signal: AbortSignal): Promise<unknown> {
    const query = queryIn(request)
    const frames = admin().playground.ask(
      scope.knowledgeBaseId,
      { query, model: 'extract' },
      { signal },
    )
    for await (const frame of frames) {
      if ('citations' in frame && !frame.done) return { results: frame.citations.map(toResult) }
      if ('error_code' in frame || frame.done) break
    }
    return { results: [] }
  }

  /** Without a `message_id`, so that no outcome is reported. */
  async function formDeflect(request: Request, signal: AbortSignal): Promise<unknown> {
    const { subject = '', description = '' }: Form = JSON.parse(request.body ?? '{}')
    const query = `${subject}\n${description}`.trim()
    let text = ''
    for await (const frame of admin().playground.ask(
      scope.knowledgeBaseId,
      { query },
      { signal },
    )) {
      if ('delta' in frame) text += frame.delta
      if ('error_code' in frame) break
      if ('done' in frame && frame.done) {
        const { citations, answer = text } = frame
        return {
          answered: citations.length > 0,
          answer,
          citations,
          powered_by: '',
          powered_by_url: '',
        }
      }
    }
    return { answered: false, answer: '', citations: [], powered_by: '', powered_by_url: '' }
  }

  async function config(): Promise<unknown> {
    const base = await queryClient.ensureQueryData(knowledgeBaseQuery(scope.knowledgeBaseId))
    const workspace = await queryClient.ensureQueryData(workspaceQuery(scope.workspaceId))
    return {
      knowledge_base_id: base.id,
      knowledge_base_name: base.name,
      captcha_required: false,
      recaptcha_site_key: '',
      hide_branding_allowed: workspace.plan === 'enterprise',
      mcp_available: base.mcp_enabled,
      ...(base.mcp_url === null ? {} : { mcp_url: base.mcp_url }),
      ...(base.mcp_oauth ? { mcp_oauth: true } : {}),
    }
  }

  async function starters(): Promise<unknown> {
    const base = await queryClient.ensureQueryData(knowledgeBaseQuery(scope.knowledgeBaseId))
    if (base.starter_mode === 'own') return { questions: base.own_questions }
    if (base.starter_mode === 'none') return { questions: [] }
    const { generated } = await admin().starterQuestions.list(scope.knowledgeBaseId)
    return { questions: generated.slice(0, MAX_STARTERS).map(({ question }) => question) }
  }

  return async (request: Request, reply: Reply, signal: AbortSignal): Promise<void> => {
    const { id, path } = request
    const sendJson = (status: number, body: unknown) => {
      reply({ type: 'head', id, status, contentType: JSON_TYPE })
      reply({ type: 'chunk', id, text: JSON.stringify(body) })
      reply({ type: 'end', id })
    }
    try {
      if (path.endsWith('/chat')) await chat(request, reply, signal)
      else if (path.endsWith('/search')) sendJson(200, await search(request, signal))
      else if (path.endsWith('/form-deflect')) sendJson(200, await formDeflect(request, signal))
      else if (path.endsWith('/widget-config')) sendJson(200, await config())
      else if (path.endsWith('/suggested-questions')) sendJson(200, await starters())
      else sendJson(404, { error: 'The preview has no such endpoint.', code: 'NOT_FOUND' })
    } catch {
      // Whoever left needs no answer; a stream that breaks off shows as one that broke off.
      reply({ type: 'end', id })
    }
  }
}

function queryIn({ body }: Request): string {
  const asked: Asked = JSON.parse(body ?? '{}')
  return typeof asked.query === 'string' ? asked.query : ''
}

/** As much of a search result as the widget shows. */
const toResult = ({ title, url, document_id, chunk_id, heading_path, excerpt }: Citation) => ({
  chunk: {
    id: chunk_id,
    document_id,
    content: excerpt,
    heading_path,
    chunk_index: 0,
    anchor: null,
  },
  document: { id: document_id, url, title },
  score: 1,
})
