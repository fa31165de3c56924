import type { GitHubConnection } from '@footnote/contract/admin/channels/channels'
import { z } from 'zod'
import { isRsaKey } from '../../connectors/credentials/github-app.ts'
import type { FetchPage } from '../../platform/network/fetch-page.ts'
import { ChannelError } from '../channel-error.ts'
import type { Place, Product } from '../product.ts'
import { callAsApp, callGitHub, installationToken } from './github-api.ts'
import { GITHUB_DIALECT } from './github-dialect.ts'
import { openGitHubReply } from './github-reply.ts'
import { readGitHubCall } from './read-github-call.ts'
import { verifyGitHubCall, webhookSecret } from './verify-github.ts'

const App = z.looseObject({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  html_url: z.string(),
  permissions: z.looseObject({ issues: z.string().optional(), discussions: z.string().optional() }),
})
const Installations = z.array(z.looseObject({ id: z.int() }))
const Repositories = z.looseObject({
  repositories: z.array(z.looseObject({ full_name: z.string(), private: z.boolean() })),
})
const Anything = z.unknown()

const PER_PAGE = 100
const MAX_PAGES = 10

export function githubProduct(fetchPage: FetchPage, connection: GitHubConnection): Product {
  const { app_id: appId, private_key: privateKey, api_url: apiUrl } = connection
  const app = { fetchPage, apiUrl, appId, privateKey }
  const secret = webhookSecret(privateKey)
  return {
    name: 'GitHub',
    dialect: GITHUB_DIALECT,
    async identify(signal) {
      if (!isRsaKey(privateKey)) {
        const message = 'The private key is none. It begins with -----BEGIN RSA PRIVATE KEY-----.'
        throw new ChannelError(message, { code: 'no_key', isTransient: false })
      }
      const {
        id,
        slug,
        name,
        html_url: url,
        permissions,
      } = await callAsApp(app, { path: 'app', signal }, App)
      if (permissions.issues !== 'write' && permissions.discussions !== 'write') {
        const message = 'The app may write neither issues nor discussions. Give it a permission.'
        throw new ChannelError(message, { code: 'no_permission', isTransient: false })
      }
      const bot = { bot_user: `${slug}[bot]`, bot_name: slug }
      return { app: String(id), ...bot, team: null, team_name: name, url }
    },
    async register(_identity, url, signal) {
      const body = { url, content_type: 'json', insecure_ssl: '0', secret }
      await callAsApp(app, { method: 'PATCH', path: 'app/hook/config', body, signal }, Anything)
    },
    async listPlaces(signal) {
      const places: Place[] = []
      const installations = await callAsApp(
        app,
        { path: `app/installations?per_page=${PER_PAGE}`, signal },
        Installations,
      )
      for (const { id } of installations) {
        const token = await installationToken(app, String(id), null, signal)
        for (let page = 1; page <= MAX_PAGES; page += 1) {
          const path = `installation/repositories?per_page=${PER_PAGE}&page=${page}`
          const { repositories } = await callGitHub(app, token, { path, signal }, Repositories)
          for (const { full_name: name, private: is_private } of repositories) {
            places.push({ place: name, name, is_member: true, is_private })
          }
          if (repositories.length < PER_PAGE) break
        }
      }
      return places.sort((a, b) => a.name.localeCompare(b.name, 'en'))
    },
    verify: (call) => verifyGitHubCall(secret, call),
    read: readGitHubCall,
    openReply: (_identity, options) => openGitHubReply(app, options),
  }
}
