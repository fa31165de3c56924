import { ANSWER_FAILURE_STATUS } from '@footnote/contract/errors'
import { DEFAULT_TOP_K, MAX_QUERY_CHARACTERS } from '@footnote/contract/limits'
import { readerRoutes } from '@footnote/contract/public/public-routes'
import type { FastifyPluginAsync } from 'fastify'
import { admitQuestion } from '../../answering/admit.ts'
import { answerWhole } from '../../answering/answer-whole.ts'
import { storeFormOutcome } from '../../conversations/form-outcomes.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import type { Deps } from '../deps.ts'
import { REQUEST_DEADLINE_MS } from '../hooks/request-deadline.ts'
import { serve } from '../serve.ts'

export const formDeflectRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(
      app,
      readerRoutes.formDeflect,
      async (request, reply) => {
        const { caller, id: requestId, headers } = request
        const { subject, description, page_url: pageUrl, ...rest } = request.body
        const body = { ...rest, query: questionIn(subject, description), top_k: DEFAULT_TOP_K }
        const context = {
          requestId,
          origin: headers.origin,
          source: 'form_deflect',
          ...(pageUrl === undefined ? {} : { pageUrl }),
        } as const
        const question = await admitQuestion(deps.db, caller, body, context)
        const signal = disconnectSignal(reply, deps.stopSignal)
        const { last, text, outcome } = await answerWhole(deps, question, signal)
        if ('error_code' in last) {
          // There is no stream, so a failure has an HTTP status.
          const { error_code: failure, error, code, retryable } = last
          if (failure === 'rate_limited') reply.header('retry-after', 1)
          reply.status(ANSWER_FAILURE_STATUS[failure])
          return { error, code, request_id: requestId, retryable }
        }
        const { done: _, answer: __, covered: ___, ...fields } = last
        // A form that only says hello is still to be sent.
        return { answered: outcome === 'answered', answer: text, ...fields }
      },
      // The answer has its own timeout; the rest is for the work before and after it.
      { deadlineMs: deps.answering.timeoutMs + REQUEST_DEADLINE_MS },
    )

    serve(app, readerRoutes.formDeflectOutcome, async ({ caller, params, body }) => {
      await storeFormOutcome(deps.db, caller, params.messageId, body.outcome)
    })
  }

/** Subject and description as one question, cut to the maximum length of a question. */
function questionIn(subject = '', description: string): string {
  const parts = [subject.trim(), description.trim()].filter((part) => part !== '')
  return Array.from(parts.join('\n\n')).slice(0, MAX_QUERY_CHARACTERS).join('')
}
