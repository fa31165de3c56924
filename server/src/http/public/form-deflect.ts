import type { FormDeflectResponse } from '@footnote/contract/form-deflect'
import { FormDeflectBody, FormDeflectOutcomeBody } from '@footnote/contract/form-deflect'
import { ANSWER_FAILURE_STATUS } from '@footnote/contract/errors'
import { DEFAULT_TOP_K, MAX_QUERY_CHARACTERS } from '@footnote/contract/limits'
import { KnowledgeBaseParams, MessageParams } from '@footnote/contract/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { admitQuestion } from '../../answering/admit.ts'
import { answerWhole } from '../../answering/answer-whole.ts'
import { storeFormOutcome } from '../../conversations/form-outcomes.ts'
import { whenReaderLeaves } from '../aborted.ts'
import type { Deps } from '../deps.ts'

export const formDeflectRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-bases/:knowledgeBaseId/form-deflect',
      {
        schema: { params: KnowledgeBaseParams, body: FormDeflectBody },
        config: { captcha: 'form_deflect' },
      },
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
        const signal = whenReaderLeaves(reply, deps.stopSignal)
        const { last, text, covered } = await answerWhole(deps, question, signal)
        if ('error_code' in last) {
          // There is no stream to put the failure in, so it has a status.
          const { error_code: failure, error, code, retryable } = last
          if (failure === 'rate_limited') reply.header('retry-after', 1)
          return reply
            .status(ANSWER_FAILURE_STATUS[failure])
            .send({ error, code, request_id: requestId, retryable })
        }
        const { done: _, answer: __, ...fields } = last
        return { answered: covered, answer: text, ...fields } satisfies FormDeflectResponse
      },
    )

    app.post(
      '/form-deflect/:messageId/outcome',
      { schema: { params: MessageParams, body: FormDeflectOutcomeBody } },
      async (request, reply) => {
        const { caller, params, body } = request
        await storeFormOutcome(deps.db, caller, params.messageId, body.outcome)
        return reply.status(204).send()
      },
    )
  }

/** Subject and description as one question, as long as a question may be. */
function questionIn(subject = '', description: string): string {
  const parts = [subject.trim(), description.trim()].filter((part) => part !== '')
  return Array.from(parts.join('\n\n')).slice(0, MAX_QUERY_CHARACTERS).join('')
}
