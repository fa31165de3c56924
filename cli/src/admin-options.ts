import type { AdminClient } from '@footnote/sdk/admin'
import { createAdminClient } from '@footnote/sdk/admin'
import type { Command } from 'commander'
import { Failure, USAGE_EXIT_CODE } from './failure.ts'
import type { Settings } from './settings.ts'
import { DEFAULT_URL } from './settings.ts'

export type UrlOptions = { url?: string }
export type AdminOptions = UrlOptions & { token?: string }

export const addUrlOption = (command: Command): Command =>
  command.option('--url <url>', `the server’s address (default: FOOTNOTE_URL, or ${DEFAULT_URL})`)

export const addAdminOptions = (command: Command): Command =>
  addUrlOption(command).option(
    '--token <token>',
    'the server’s ADMIN_TOKEN (default: FOOTNOTE_ADMIN_TOKEN, or ADMIN_TOKEN)',
  )

export function serverUrl(options: UrlOptions, settings: Settings): string {
  const url = options.url ?? settings.url ?? DEFAULT_URL
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Failure(`"${url}" is not an http or https address.`, USAGE_EXIT_CODE)
  }
  return url.replace(/\/+$/, '')
}

export function connectAsAdmin(options: AdminOptions, settings: Settings): AdminClient {
  const token = options.token ?? settings.token
  if (token === undefined || token === '') {
    throw new Failure(
      'No admin token. Set FOOTNOTE_ADMIN_TOKEN (or pass --token) to the ADMIN_TOKEN that the ' +
        'server runs with.',
      USAGE_EXIT_CODE,
    )
  }
  return createAdminClient({ baseUrl: serverUrl(options, settings), token })
}
