import { fillPath, OAUTH_PATHS } from '@footnote/contract/paths'
import { isId } from '@footnote/contract/id'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../platform/refusal.ts'
import { readInput } from '../read-input.ts'
import { fastifyUrl } from '../serve.ts'
import { grantConsent, declineConsent } from './consent.ts'
import type { SignInDeps } from './deps.ts'
import { withPublicAddress } from './forward-request.ts'
import type { Interaction } from './interaction.ts'
import { sendLink, signInByLink } from './email-link.ts'
import { interactionIn, leaveForProvider, returnFromProvider } from './operator-provider.ts'
import { consentPage, errorPage, linkSentPage, mailsUsedUpPage, signInPage } from './pages.ts'
import type { Providers } from './providers.ts'
import { sendPage } from './send-page.ts'

type Params = { knowledgeBaseId: string; uid: string }

const FORM_BYTES = 4 * 1024

export const interactionRoutes =
  (signInDeps: SignInDeps, providers: Providers) => async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    /** null unless the cookie shows that this browser began the sign-in. */
    async function readInteraction(
      request: FastifyRequest<{ Params: Params }>,
      reply: FastifyReply,
    ): Promise<Interaction | null> {
      const { knowledgeBaseId, uid } = request.params
      const { signIn, provider } = await providers.of(knowledgeBaseId)
      const { search } = new URL(request.url, signInDeps.publicUrl)
      const raw = withPublicAddress(signInDeps, request, knowledgeBaseId, request.url)
      const details = await provider
        .interactionDetails(raw, reply.raw)
        .catch(async (error: unknown) => {
          const { errors } = await import('oidc-provider')
          if (error instanceof errors.SessionNotFound) return null
          throw error
        })
      if (details?.uid !== uid) return null
      const params = { knowledgeBaseId, uid }
      return { request, reply, raw, signIn, provider, details, params, search }
    }
    const handle =
      (act: (interaction: Interaction) => Promise<FastifyReply>) =>
      async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
        const interaction = await readInteraction(request, reply)
        if (interaction) return act(interaction)
        return sendPage(reply.status(400), errorPage('session_not_found', WRONG_BROWSER))
      }
    app.get<{ Params: Params }>(
      fastifyUrl(OAUTH_PATHS.interaction),
      handle((interaction) => show(signInDeps, interaction)),
    )
    app.post<{ Params: Params }>(
      fastifyUrl(OAUTH_PATHS.email),
      handle(async (interaction) => {
        const { email } = readInput(EmailForm, interaction.request.body)
        const { reply } = interaction
        if (await sendLink(signInDeps, interaction, email))
          return sendPage(reply, linkSentPage(email))
        return sendPage(
          reply.status(429).header('retry-after', secondsOfDayLeft()),
          mailsUsedUpPage(),
        )
      }),
    )
    app.get<{ Params: Params }>(
      fastifyUrl(OAUTH_PATHS.link),
      handle((it) => signInByLink(signInDeps, it)),
    )
    app.post<{ Params: Params }>(
      fastifyUrl(OAUTH_PATHS.provider),
      handle((it) => leaveForProvider(signInDeps, it)),
    )
    app.get<{ Params: Params }>(
      fastifyUrl(OAUTH_PATHS.provider),
      handle((it) => returnFromProvider(signInDeps, it)),
    )
    // The provider knows this address only; the cookie is sent to the interaction's own.
    app.get<{ Params: Pick<Params, 'knowledgeBaseId'>; Querystring: { state?: string } }>(
      fastifyUrl(OAUTH_PATHS.providerCallback),
      async ({ params: { knowledgeBaseId }, query, url }, reply) => {
        const uid = interactionIn(query.state)
        if (uid === undefined || !isId(knowledgeBaseId)) throw new Refusal('NOT_FOUND')
        const { search } = new URL(url, signInDeps.publicUrl)
        const path = fillPath(OAUTH_PATHS.provider, { knowledgeBaseId, uid })
        return reply.redirect(path + search, 303)
      },
    )
    app.post<{ Params: Params }>(
      fastifyUrl(OAUTH_PATHS.consent),
      handle(({ request, ...it }) =>
        readInput(ConsentForm, request.body).decision === 'allow'
          ? grantConsent(it)
          : declineConsent(it),
      ),
    )
  }

const WRONG_BROWSER =
  'Open the link in the browser in which you began, or start again from your tool.'

const EmailForm = z.object({ email: z.string().trim().max(320).toLowerCase() })
const ConsentForm = z.object({ decision: z.enum(['allow', 'deny']) })

const DAY_SECONDS = 24 * 3600

/** The mail allowance is per UTC day. */
const secondsOfDayLeft = (): number => DAY_SECONDS - (Math.floor(Date.now() / 1000) % DAY_SECONDS)

async function show(deps: SignInDeps, interaction: Interaction): Promise<FastifyReply> {
  const { reply, details, signIn, provider, params } = interaction
  const { client_id: clientId, redirect_uri: redirectUri } = details.params
  const client = await provider.Client.find(String(clientId))
  const shown = {
    knowledgeBaseName: signIn.knowledgeBaseName,
    clientName: client?.clientName ?? 'An AI tool',
    params,
  }
  const target = String(redirectUri)
  if (details.prompt.name === 'consent') {
    return sendPage(reply, consentPage({ ...shown, host: getHost(target) }), [target])
  }
  const byMail = deps.mail !== null && signIn.allowedEmailDomains.length > 0
  const targets = signIn.oidc ? [target, signIn.oidc.issuer] : [target]
  const page = signInPage({ ...shown, byMail, byProvider: signIn.oidc !== null })
  return sendPage(reply, page, targets)
}

function getHost(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  return host === '' ? protocol : host
}
