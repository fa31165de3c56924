import type { Profile } from './profiles/profiles.ts'

/** Settings from the environment and the profile in use, read once by run.ts. */
export type Settings = {
  readonly url: string | undefined
  readonly token: string | undefined
  /** The only server that `token` may be sent to. Undefined: the one that a command names. */
  readonly tokenFor?: string | undefined
  /** Of `--knowledge-base` and `--key`, where they are left out. */
  readonly knowledgeBase: string | undefined
  readonly key: string | undefined
  readonly databaseUrl: string | undefined
  readonly keyPepper: string | undefined
}

export const DEFAULT_URL = 'http://127.0.0.1:8080'

export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  profile: Profile | undefined,
): Settings {
  const server = profile
    ? { url: profile.url, token: profile.token, tokenFor: profile.url }
    : { url: env['FOOTNOTE_URL'], token: env['FOOTNOTE_ADMIN_TOKEN'] || env['ADMIN_TOKEN'] }
  return {
    ...server,
    knowledgeBase: env['FOOTNOTE_KNOWLEDGE_BASE'] || profile?.knowledgeBase,
    key: env['FOOTNOTE_KEY'] || profile?.key,
    databaseUrl: env['DATABASE_URL'],
    keyPepper: env['KEY_PEPPER'],
  }
}
