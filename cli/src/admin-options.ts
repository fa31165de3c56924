import type { AdminClient } from '@footnote/client/admin'
import { createAdminClient } from '@footnote/client/admin'
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { Failure, USAGE_EXIT_CODE } from './failure.ts'
import type { Settings } from './settings.ts'
import { DEFAULT_URL } from './settings.ts'

export type UrlOptions = { url?: string; patience: number }
export type AdminOptions = UrlOptions & { token?: string }

/** How long a server may take to start on a slow machine. */
const PATIENCE_SECONDS = 60

/** For every command that calls the server: program.ts waits for a server that is starting. */
export const addUrlOption = (command: Command): Command =>
  command
    .option('--url <url>', `the server’s address (default: FOOTNOTE_URL, or ${DEFAULT_URL})`)
    .option(
      '--patience <seconds>',
      'how long to wait for a server that is starting',
      readSeconds,
      PATIENCE_SECONDS,
    )

function readSeconds(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds.')
  return Number(text)
}

/** The value of an option that counts something, from 1 up. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

export const addAdminOptions = (command: Command): Command =>
  addUrlOption(command).option(
    '--token <token>',
    'an access token, or the server’s ADMIN_TOKEN (default: FOOTNOTE_ADMIN_TOKEN, or ADMIN_TOKEN)',
  )

export function serverUrl(options: Pick<UrlOptions, 'url'>, settings: Settings): string {
  const url = options.url ?? settings.url ?? DEFAULT_URL
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Failure(`"${url}" is not an http or https address.`, USAGE_EXIT_CODE)
  }
  return url.replace(/\/+$/, '')
}

export function connectAsAdmin(options: AdminOptions, settings: Settings): AdminClient {
  const baseUrl = serverUrl(options, settings)
  const isForIt = settings.tokenFor === undefined || settings.tokenFor === baseUrl
  const token = options.token ?? (isForIt ? settings.token : undefined)
  if (token === undefined || token === '') {
    throw new Failure(
      `No admin token for ${baseUrl}. Sign in with \`footnote login\`, or set FOOTNOTE_ADMIN_TOKEN ` +
        '(or pass --token) to an access token, or to the ADMIN_TOKEN that the server runs with.',
      USAGE_EXIT_CODE,
    )
  }
  return createAdminClient({ baseUrl, token })
}
