import { z } from 'zod'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { callProduct, statusError } from '../call-product.ts'
import { ChannelError } from '../channel-error.ts'

export type SlackAccess = { fetchPage: FetchPage; apiUrl: string; botToken: string }

const Reply = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  needed: z.string().optional(),
})

/** What operators can do something about. */
const PROBLEMS: Readonly<Record<string, string>> = {
  invalid_auth: 'Slack does not know the bot token.',
  not_authed: 'Slack does not know the bot token.',
  account_inactive:
    'The app was removed from the Slack workspace, or its token belongs to a deleted user.',
  token_revoked: 'Slack says that the token was revoked.',
  token_expired: 'Slack says that the token has expired.',
  not_in_channel: 'The app is not in the channel. Invite it there.',
  channel_not_found: 'Slack does not know the channel, or does not show it to the app.',
  is_archived: 'The channel is archived.',
  restricted_action: 'A preference of the Slack workspace keeps the app from posting there.',
}
/** Of Slack itself, and passing. */
const PASSING = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
])

/** A method of the Web API that has to succeed. Waits, shortly, as long as it is asked to. */
export async function callSlack<Schema extends z.ZodType>(
  { fetchPage, apiUrl, botToken }: SlackAccess,
  method: string,
  args: Readonly<Record<string, unknown>>,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema>> {
  const url = new URL(method, apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`)
  const { status, body } = await callProduct(fetchPage, 'Slack', {
    url: url.href,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    secretHeaders: { authorization: `Bearer ${botToken}` },
    body: Buffer.from(toForm(args)),
    signal,
  })
  if (status < 200 || status > 299) throw statusError('Slack', status)
  const json = parseJson(body)
  const reply = Reply.safeParse(json)
  if (!reply.success) {
    const message = `Slack’s reply to ${method} cannot be read. Is the API address right?`
    throw new ChannelError(message, { code: 'no_json', isTransient: false })
  }
  if (!reply.data.ok) throw refusalOf(method, reply.data)
  return parsed(schema, json, method)
}

/** Methods that read take nothing else; objects are JSON within it. */
const toForm = (args: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(args).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
    ),
  ).toString()

function refusalOf(
  method: string,
  { error = 'unknown', needed }: z.infer<typeof Reply>,
): ChannelError {
  const message =
    error === 'missing_scope'
      ? `The app lacks a scope that ${method} needs${needed === undefined ? '' : `: ${needed}`}. Update it from the manifest and install it again.`
      : (PROBLEMS[error] ?? `Slack refuses ${method}: ${error}.`)
  return new ChannelError(message, { code: error, isTransient: PASSING.has(error) })
}

function parsed<Schema extends z.ZodType>(schema: Schema, json: unknown, method: string) {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const message = `Slack sent something unexpected for ${method}.`
  throw new ChannelError(message, { code: 'unexpected', isTransient: false })
}
