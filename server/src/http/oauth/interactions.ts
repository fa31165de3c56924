import { isId } from '@footnote/contract/id'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { z } from 'zod'
import type { SignIn } from '../../access/sign-in/settings.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readInput } from '../mcp/read-input.ts'
import { agree, decline } from './consent.ts'
import type { SignInDeps } from './deps.ts'
import { asPublic } from './hand-over.ts'
import { sendLink, signInByLink } from './email-link.ts'
import { interactionIn, leaveForProvider, returnFromProvider } from './operator-provider.ts'
import { consentPage, errorPage, linkSentPage, signInPage } from './pages.ts'
import type { Providers } from './providers.ts'
import { sendPage } from './send-page.ts'

type Params = { knowledgeBaseId: string; uid: string }
type Details = Awaited<ReturnType<Provider['interactionDetails']>>

/** One browser on its way through the sign-in. */
export type Interaction = {
  request: FastifyRequest
  reply: FastifyReply
  raw: ReturnType<typeof asPublic>
  signIn: SignIn
  provider: Provider
  details: Details
  /** Where its pages are. */
  path: string
  /** The query, as it was sent. */
  search: string
}

const FORM_BYTES = 4 * 1024

export const interactionRoutes =
  (signInDeps: SignInDeps, providers: Providers) => async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    /** Only the browser that began: its cookie says so. */
    async function interactionOf(
      request: FastifyRequest<{ Params: Params }>,
      reply: FastifyReply,
    ): Promise<Interaction | null> {
      const { knowledgeBaseId, uid } = request.params
      const { signIn, provider } = await providers.of(knowledgeBaseId)
      const { search } = new URL(request.url, signInDeps.publicUrl)
      const raw = asPublic(signInDeps, request, knowledgeBaseId, request.url)
      const details = await provider.interactionDetails(raw, reply.raw).catch((error: unknown) => {
        if (error instanceof errors.SessionNotFound) return null
        throw error
      })
      if (details?.uid !== uid) return null
      const path = `/oauth/${knowledgeBaseId}/interaction/${uid}`
      return { request, reply, raw, signIn, provider, details, path, search }
    }
    const handle =
      (act: (interaction: Interaction) => Promise<FastifyReply>) =>
      async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
        const interaction = await interactionOf(request, reply)
        if (interaction) return act(interaction)
        return sendPage(reply.status(400), errorPage('session_not_found', WRONG_BROWSER))
      }
    const base = '/oauth/:knowledgeBaseId/interaction/:uid'
    app.get<{ Params: Params }>(
      base,
      handle((interaction) => show(signInDeps, interaction)),
    )
    app.post<{ Params: Params }>(
      `${base}/email`,
      handle(async (interaction) => {
        const { email } = readInput(EmailForm, interaction.request.body)
        await sendLink(signInDeps, interaction, email)
        return sendPage(interaction.reply, linkSentPage(email))
      }),
    )
    app.get<{ Params: Params }>(
      `${base}/link`,
      handle((it) => signInByLink(signInDeps, it)),
    )
    app.post<{ Params: Params }>(
      `${base}/provider`,
      handle((it) => leaveForProvider(signInDeps, it)),
    )
    app.get<{ Params: Params }>(
      `${base}/provider`,
      handle((it) => returnFromProvider(signInDeps, it)),
    )
    // The one address that the operator's provider knows; the cookie is sent to the other.
    app.get<{ Params: Pick<Params, 'knowledgeBaseId'>; Querystring: { state?: string } }>(
      '/oauth/:knowledgeBaseId/provider-callback',
      async ({ params: { knowledgeBaseId }, query, url }, reply) => {
        const uid = interactionIn(query.state)
        if (uid === undefined || !isId(knowledgeBaseId)) throw new Refusal('NOT_FOUND')
        const { search } = new URL(url, signInDeps.publicUrl)
        return reply.redirect(`/oauth/${knowledgeBaseId}/interaction/${uid}/provider${search}`, 303)
      },
    )
    app.post<{ Params: Params }>(
      `${base}/consent`,
      handle(({ request, ...it }) =>
        readInput(ConsentForm, request.body).decision === 'allow' ? agree(it) : decline(it),
      ),
    )
  }

const WRONG_BROWSER =
  'Open the link in the browser in which you began, or start again from your tool.'

const EmailForm = z.object({ email: z.string().trim().max(320).toLowerCase() })
const ConsentForm = z.object({ decision: z.enum(['allow', 'deny']) })

async function show(deps: SignInDeps, interaction: Interaction): Promise<FastifyReply> {
  const { reply, details, signIn, provider, path } = interaction
  const { client_id: clientId, redirect_uri: redirectUri } = details.params
  const client = await provider.Client.find(String(clientId))
  const shown = {
    knowledgeBaseName: signIn.knowledgeBaseName,
    clientName: client?.clientName ?? 'An AI tool',
    path,
  }
  const target = String(redirectUri)
  if (details.prompt.name === 'consent') {
    return sendPage(reply, consentPage({ ...shown, host: hostOf(target) }), [target])
  }
  const byMail = deps.mail !== null && signIn.allowedEmailDomains.length > 0
  const targets = signIn.oidc ? [target, signIn.oidc.issuer] : [target]
  const page = signInPage({ ...shown, byMail, byProvider: signIn.oidc !== null })
  return sendPage(reply, page, targets)
}

function hostOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol : host
}
