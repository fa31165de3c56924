import { verifiedAnswerRoutes as routes } from '@footnote/contract/admin/answers/verified-answer-routes'
import type {
  VerifiedAnswer,
  VerifiedAnswerBody,
  VerifiedAnswerPatch,
} from '@footnote/contract/admin/answers/verified-answers'
import type { FastifyPluginAsync } from 'fastify'
import { toGivenText } from '../../../answering/writing/answer-text.ts'
import { withTenant } from '../../../platform/database/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  changeVerifiedAnswer,
  createVerifiedAnswer,
  deleteVerifiedAnswer,
  findVerifiedAnswer,
  listVerifiedAnswers,
} from '../../../questions/verified/verified-answers.ts'
import { embedWordings } from '../../../questions/verified/wording-vectors.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator, findTenant } from '../as-operator.ts'

export const verifiedAnswerRoutes =
  ({ operatorDb: db, embedders }: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, routes.listVerifiedAnswers, async (request) => ({
      verified_answers: await asOperator(db, request, (tx) => listVerifiedAnswers(tx)),
    }))
    serve(app, routes.createVerifiedAnswer, async (request) => {
      const body = asGiven(request.body)
      const tenant = await findTenant(db, request)
      return twiceOnConflict(async () => {
        const embedded = await embedWordings({ db, embedders }, tenant, wordingsOf(body))
        return asOperator(db, request, (tx, { knowledgeBaseId }) =>
          createVerifiedAnswer(tx, knowledgeBaseId, body, embedded),
        )
      })
    })
    serve(app, routes.changeVerifiedAnswer, async (request) => {
      const { verifiedAnswerId: id } = request.params
      const tenant = await findTenant(db, request)
      const stored = await withTenant(db, tenant, (tx) => findVerifiedAnswer(tx, id))
      const before = toBody(stored)
      const body = asGiven({ ...before, ...definedIn(request.body) })
      const isReworded = wordingsOf(body).join('\n') !== wordingsOf(before).join('\n')
      const embedded = isReworded
        ? await embedWordings({ db, embedders }, tenant, wordingsOf(body))
        : undefined
      return asOperator(db, request, async (tx, { knowledgeBaseId }) => {
        const { verified_at: now } = await findVerifiedAnswer(tx, id)
        // What is embedded belongs to the wordings that were read.
        if (now !== stored.verified_at) {
          const message = 'Somebody else has changed it at this moment. Look at it again.'
          throw new Refusal('CONFLICT', { message })
        }
        request.auditedBefore = before
        return changeVerifiedAnswer(tx, knowledgeBaseId, id, body, embedded)
      })
    })
    serve(app, routes.deleteVerifiedAnswer, (request) =>
      asOperator(db, request, async (tx) => {
        const { verifiedAnswerId: id } = request.params
        request.auditedBefore = toBody(await findVerifiedAnswer(tx, id))
        await deleteVerifiedAnswer(tx, id)
      }),
    )
  }

/** Searches may move to another model while wordings are embedded; they are embedded again with that one. */
async function twiceOnConflict<Result>(store: () => Promise<Result>): Promise<Result> {
  try {
    return await store()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CONFLICT') return store()
    throw error
  }
}

const wordingsOf = ({ question, variants }: VerifiedAnswerBody): string[] => [question, ...variants]

const toBody = ({
  question,
  variants,
  answer,
  sources,
  expires_at,
}: VerifiedAnswer): VerifiedAnswerBody => ({
  question,
  variants,
  answer,
  source_document_ids: sources.flatMap(({ document_id: id }) => id ?? []),
  expires_at,
})

const definedIn = (fields: VerifiedAnswerPatch): Partial<VerifiedAnswerBody> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** As readers are given it. Refuses what would lose something. */
function asGiven(body: VerifiedAnswerBody): VerifiedAnswerBody {
  const { source_document_ids: sources } = body
  if (sources.length === 0) {
    const message = 'must name a page, since those it had are gone'
    throw new Refusal('BAD_REQUEST', { details: [{ path: 'source_document_ids', message }] })
  }
  const answer = toGivenText(body.answer, sources.length)
  if (answer !== null) return { ...body, answer }
  const message =
    'has something that readers are not shown: an image, HTML, the title of a link, a link to anything but a whole address, or a number without a source'
  throw new Refusal('BAD_REQUEST', { details: [{ path: 'answer', message }] })
}
