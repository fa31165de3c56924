import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { SourceCredentialInput } from '@footnote/client/admin'
import type { Command } from 'commander'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'
import { readSecret } from '../read-secret.ts'

/** With what a source signs in. The secret is no option: others on the machine can list those. */
export type CredentialOptions = {
  user?: string
  header?: string
  cookie?: true
  /** true: with the user name that the host wants. */
  gitToken?: string | true
  accessToken?: true
  githubApp?: string
  installation?: string
  oauthClient?: string
  accessKey?: string
  serviceAccount?: true
  secretEnv?: string
  secretFile?: string
}

export type OpenOption = { openPrivatePages?: true }

export const OPEN_FLAG = [
  '--open-private-pages',
  'let everyone who can ask read pages that need signing in',
] as const

export type CredentialKind = 'basic' | 'website' | 'git' | 'oauth' | 's3' | 'google' | 'token'

export const CREDENTIAL_HELP = `
The secret is asked for, or read from standard input, or from where --secret-env or --secret-file
says. It is never an argument, which others on the machine could see.`

export function addCredentialOptions(command: Command, kinds: readonly CredentialKind[]): Command {
  if (kinds.includes('basic') || kinds.includes('website')) {
    command.option('--user <name>', 'sign in as this user, with a password or an API key')
  }
  if (kinds.includes('website')) {
    command
      .option('--header <name>', 'sign in with a header, such as X-Api-Key')
      .option('--cookie', 'sign in with the cookies of somebody who is signed in')
  }
  if (kinds.includes('git')) {
    command
      .option('--git-token [user]', 'sign in with a token of the Git host')
      .option('--github-app <app>', 'sign in as a GitHub App; its private key is the secret')
      .option('--installation <number>', 'the installation of the GitHub App')
  }
  if (kinds.includes('oauth')) {
    command.option('--oauth-client <id>', 'sign in as this OAuth client')
  }
  if (kinds.includes('s3')) {
    command.option('--access-key <id>', 'sign requests with this access key')
  }
  if (kinds.includes('google')) {
    command.option('--service-account', 'sign in as a service account; its key file is the secret')
  }
  if (kinds.includes('token')) command.option('--access-token', 'sign in with an access token')
  return command
    .option('--secret-env <variable>', 'the environment variable that has the secret')
    .option('--secret-file <path>', 'the file that has the secret')
}

/** undefined: the source does not sign in. */
export async function readCredential(
  options: CredentialOptions,
): Promise<SourceCredentialInput | undefined> {
  const { user, header, cookie, gitToken, accessToken, serviceAccount } = options
  const { githubApp, installation, oauthClient, accessKey } = options
  const named = [user, header, cookie, gitToken, accessToken, serviceAccount]
  const given = [...named, githubApp, oauthClient, accessKey]
  const chosen = given.filter((one) => one !== undefined)
  if (chosen.length === 0) {
    if (options.secretEnv === undefined && options.secretFile === undefined) return undefined
    throw new Failure('Say with what the source signs in: see --help.', USAGE_EXIT_CODE)
  }
  if (chosen.length > 1) throw new Failure('A source signs in with one thing.', USAGE_EXIT_CODE)
  if (user !== undefined) {
    const password = await obtainSecret(options, `The password of ${user}: `)
    return { type: 'basic', username: user, password }
  }
  if (header !== undefined) {
    const value = await obtainSecret(options, `The value of ${header}: `)
    return { type: 'header', name: header, value }
  }
  if (cookie) return { type: 'cookie', value: await obtainSecret(options, 'The cookie: ') }
  if (githubApp !== undefined) {
    if (installation === undefined) {
      throw new Failure('A GitHub App needs --installation.', USAGE_EXIT_CODE)
    }
    const private_key = await obtainSecret(options, 'The private key: ', readAll)
    return { type: 'github_app', app_id: githubApp, installation_id: installation, private_key }
  }
  if (oauthClient !== undefined) {
    const client_secret = await obtainSecret(options, `The secret of ${oauthClient}: `)
    return { type: 'oauth_client', client_id: oauthClient, client_secret }
  }
  if (serviceAccount) {
    const key_file = await obtainSecret(options, 'The key file: ', readAll)
    return { type: 'service_account', key_file }
  }
  if (accessKey !== undefined) {
    const secret_access_key = await obtainSecret(options, `The secret of ${accessKey}: `)
    return { type: 'access_key', access_key_id: accessKey, secret_access_key }
  }
  const secret = await obtainSecret(options, 'The token: ')
  return {
    type: 'token',
    token: secret,
    ...(typeof gitToken === 'string' ? { username: gitToken } : {}),
  }
}

async function obtainSecret(
  { secretEnv, secretFile }: CredentialOptions,
  question: string,
  read: (question: string) => Promise<string> = readSecret,
): Promise<string> {
  const secret =
    secretEnv !== undefined
      ? (process.env[secretEnv] ?? '')
      : secretFile === undefined
        ? await read(question)
        : await readFile(secretFile, 'utf8')
  const given = secret.replace(/\r?\n$/, '')
  if (given !== '') return given
  throw new Failure('The secret is empty.', USAGE_EXIT_CODE)
}

/** A key in PEM has several lines. */
const readAll = (): Promise<string> => text(process.stdin)
