import type { SourceInput } from '@footnote/client/admin'
import type { GitHubHost } from '../../fakes/github-host.ts'
import type { GuardedHost } from '../../fakes/guarded-host.ts'
import type { Service } from '../../support/service.ts'
import { untilSynced } from '../../support/sources.ts'

/** Words that are nowhere else, so that they can be looked for. */
export const PASSWORD = 'zebra-quartz-password'
export const RENEWED = 'walrus-quartz-password'
export const WRONG = 'heron-quartz-password'
export const TOKEN = 'glpat-otter-quartz-token'

export const LAMP = '# Lamp\n\nThe lamp of the lighthouse turns four times a minute.'

const page = (title: string, text: string, links = '') =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`
export const PAGES = {
  '/': page('Docs', 'How the lighthouse works.', '<a href="/lamp">Lamp</a>'),
  '/lamp': page('Lamp', 'The lamp of the lighthouse turns four times a minute.'),
}

export const SIGNING_IN = {
  SECRETS_KEY: 'a key that seals secrets in the tests',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
}

export const basic = (password = PASSWORD) =>
  ({ type: 'basic', username: 'ada', password }) as const

export const website = (
  { origin }: Pick<GuardedHost, 'origin'>,
  given: Partial<SourceInput> = {},
): SourceInput => ({
  name: 'Behind a password',
  settings: { type: 'website', url: `${origin}/` },
  credential: basic(),
  ...given,
})

export const repository = (
  { origin }: Pick<GuardedHost, 'origin'>,
  given: Partial<SourceInput> = {},
): SourceInput => ({
  name: 'Private repository',
  settings: {
    type: 'git',
    repository: `${origin}/docs.git`,
    page_url: 'https://docs.example.com/{path}',
  },
  credential: { type: 'token', token: TOKEN },
  ...given,
})

export const fromGitHub = ({ origin, app }: GitHubHost): SourceInput => ({
  name: 'As an app',
  settings: {
    type: 'git',
    repository: `${origin}/acme/docs.git`,
    page_url: 'https://docs.example.com/app/{path}',
  },
  credential: { type: 'github_app', ...app },
})

export async function firstSync(service: Service, id: string, input: SourceInput) {
  const source = await service.admin.sources.create(id, input)
  const sync = await untilSynced(service, id, source.id, source.last_sync?.id ?? '')
  return { source, sync }
}
