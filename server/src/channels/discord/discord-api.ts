import { z } from 'zod'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { callProduct, statusError } from '../call-product.ts'
import { ChannelError } from '../channel-error.ts'

export type DiscordAccess = { fetchPage: FetchPage; apiUrl: string; botToken: string }

export type DiscordRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Below the address of the API. */
  path: string
  body?: object
  signal: AbortSignal
}

const Refused = z.looseObject({ message: z.string().optional(), code: z.number().optional() })

/** As Discord numbers what it refuses. */
export const UNKNOWN_MESSAGE = '10008'
export const UNKNOWN_WEBHOOK = '10015'
export const INVALID_WEBHOOK_TOKEN = '50027'

/** What operators can do something about. */
const PROBLEMS: Readonly<Record<string, string>> = {
  '401': 'Discord does not know the bot token.',
  '50001': 'The app may not see the channel.',
  '50013': 'The app lacks a permission in the channel.',
  [INVALID_WEBHOOK_TOKEN]:
    'An answer came more than 15 minutes after its question. Discord takes none after that.',
}

/** A request that has to succeed. */
export async function callDiscord<Schema extends z.ZodType>(
  { fetchPage, apiUrl, botToken }: DiscordAccess,
  { method = 'GET', path, body: sent, signal }: DiscordRequest,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const url = new URL(path, apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`)
  const { status, body } = await callProduct(fetchPage, 'Discord', {
    url: url.href,
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    secretHeaders: { authorization: `Bot ${botToken}` },
    ...(sent ? { body: Buffer.from(JSON.stringify(sent)) } : {}),
    signal,
  })
  const json = parseJson(body)
  if (status < 200 || status > 299) throw refusalOf(status, Refused.safeParse(json).data ?? {})
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const message = 'Discord’s reply cannot be read. Is the API address right?'
  throw new ChannelError(message, { code: 'unexpected', isTransient: false })
}

function refusalOf(
  status: number,
  { message: said = '', code = 0 }: z.infer<typeof Refused>,
): ChannelError {
  const known = code === 0 ? String(status) : String(code)
  const message = PROBLEMS[known] ?? PROBLEMS[String(status)]
  if (message !== undefined) return new ChannelError(message, { code: known, isTransient: false })
  if (status >= 500 || said === '') return statusError('Discord', status)
  return new ChannelError(`Discord refuses a request: ${said}`, { code: known, isTransient: false })
}
