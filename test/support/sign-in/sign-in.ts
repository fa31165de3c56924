import type {
  OAuthClientInformationFull,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthTokens,
} from '@modelcontextprotocol/client'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { answering } from '../answering.ts'
import { steeredBy } from '../acceptance.ts'
import { writtenBy } from '../answering.ts'
import type { HandBrowser } from './browser-by-hand.ts'
import { openBrowser } from './browser-by-hand.ts'
import { freePort } from '../network/free-port.ts'
import type { Knowledge } from '../knowledge.ts'
import { createKnowledge, putPages } from '../knowledge.ts'
import type { Service } from '../service.ts'
import { ADMIN_TOKEN, startService } from '../service.ts'
import type { SmtpSink } from './smtp-sink.ts'
import { startSmtpSink } from './smtp-sink.ts'

export const REDIRECT = 'http://localhost:9/callback'
export const SECRETS_KEY = 'a key for the tests, 32 characters'

export type SignInKnowledge = Knowledge & { mcpUrl: string; issuer: string }

/** As `answering`, with a public address, a mail server, and a knowledge base readers sign in to. */
export function signingIn(environment: Record<string, string> = {}) {
  return (
    answering()
      // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
      .test.extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
        const mail = await startSmtpSink()
        onCleanup(() => mail.close())
        return mail
      })
      .extend(
        'service',
        { scope: 'file' },
        async ({ database, embeddings, model, mail }, { onCleanup }) => {
          const port = await freePort()
          const env = {
            ...steeredBy(embeddings),
            ...writtenBy(model),
            PORT: String(port),
            PUBLIC_URL: `http://127.0.0.1:${port}`,
            SECRETS_KEY,
            SMTP_URL: mail.url,
            SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
            ...environment,
          }
          const service = await startService({ databaseUrl: database.ownerUrl, env })
          onCleanup(() => service.kill())
          return service
        },
      )
      .extend('docs', async ({ service }) => createSignIn(service))
  )
}

export async function createSignIn(service: Service): Promise<SignInKnowledge> {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  await service.admin.knowledgeBases.change(knowledgeBaseId, { mcp_oauth: true })
  await putSignIn(service, knowledgeBaseId, { allowed_email_domains: ['example.com'] })
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  return {
    ...knowledge,
    mcpUrl: `${service.baseUrl}/mcp/${knowledgeBaseId}`,
    issuer: `${service.baseUrl}/oauth/${knowledgeBaseId}`,
  }
}

export async function putSignIn(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  knowledgeBaseId: string,
  settings: object,
): Promise<unknown> {
  const response = await fetch(
    `${baseUrl}/api/v1/admin/knowledge-bases/${knowledgeBaseId}/sign-in`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    },
  )
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(body))
  return body
}

/** What an AI tool keeps of its sign-in. */
export type Tool = OAuthClientProvider & {
  authorizationUrl: URL | undefined
  kept: { tokens: OAuthTokens | undefined }
}

export function createTool(): Tool {
  const kept: {
    tokens: OAuthTokens | undefined
    client: OAuthClientInformationFull | undefined
    verifier: string
  } = { tokens: undefined, client: undefined, verifier: '' }
  const clientMetadata: OAuthClientMetadata = {
    client_name: 'A <b>test</b> tool',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  return {
    authorizationUrl: undefined,
    kept,
    redirectUrl: REDIRECT,
    clientMetadata,
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client as OAuthClientInformationFull),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization(url) {
      this.authorizationUrl = url
    },
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
  }
}

export function toolClient(mcpUrl: string, authProvider: OAuthClientProvider) {
  const client = new Client(
    { name: 'a tool', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider })
  return { client, transport }
}

/** The tool is refused, and learns where its reader has to sign in. */
export async function askToSignIn(mcpUrl: string, tool: Tool): Promise<string> {
  const { client, transport } = toolClient(mcpUrl, tool)
  const refused: unknown = await client.connect(transport).catch((error: unknown) => error)
  if (!(refused instanceof UnauthorizedError) || !tool.authorizationUrl) {
    throw new Error(`Not sent to sign in: ${String(refused)}`)
  }
  return tool.authorizationUrl.href
}

const formAction = (text: string, name: string): string => {
  const action = new RegExp(`action="([^"]*/${name})"`).exec(text)?.[1]
  if (action === undefined) throw new Error(`No form for ${name} in ${text}`)
  return action
}

/** The link in the next message to an address, after so many messages. */
export async function linkFor(mail: SmtpSink, email: string, after = 0): Promise<string> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const message = mail.messages.slice(after).find(({ to }) => to.includes(email))
    const link = message && /http:\/\/\S+\/link\?token=[\w-]+/.exec(message.text)?.[0]
    if (link !== undefined) return link
    if (Date.now() > deadline) throw new Error(`No link for ${email}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Through the pages, up to the tool's own address with the code in it. */
export async function signInByMail(
  service: Pick<Service, 'baseUrl'>,
  mail: SmtpSink,
  authorizationUrl: string,
  email: string,
  browser: HandBrowser = openBrowser(),
): Promise<URL> {
  const signIn = await browser.open(authorizationUrl)
  const before = mail.messages.length
  await browser.open(service.baseUrl + formAction(signIn.text, 'email'), { form: { email } })
  const consent = await browser.open(await linkFor(mail, email, before))
  return allow(service, browser, consent.text)
}

export async function allow(
  service: Pick<Service, 'baseUrl'>,
  browser: HandBrowser,
  consent: string,
  decision = 'allow',
): Promise<URL> {
  const options = { form: { decision }, stopAt: REDIRECT }
  const { url } = await browser.open(service.baseUrl + formAction(consent, 'consent'), options)
  return new URL(url)
}
