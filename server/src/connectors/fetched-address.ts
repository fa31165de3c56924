import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import { graphqlAddress } from './github/github-addresses.ts'

/** The address that a source reads, and the setting that has it. null: nothing is fetched. */
export function fetchedAddress(
  settings: SourceSettings,
): { setting: string; address: string } | null {
  switch (settings.type) {
    case 'website':
    case 'openapi':
    case 'zendesk':
    case 'discourse':
      return { setting: 'url', address: settings.url }
    case 'notion':
    case 'intercom':
      return { setting: 'api_url', address: settings.api_url }
    case 'confluence': {
      const { url, api_url } = settings
      return api_url === undefined
        ? { setting: 'url', address: url }
        : { setting: 'api_url', address: api_url }
    }
    case 'git': {
      const { repository } = settings
      const isRemote = /^https?:\/\//i.test(repository)
      return isRemote ? { setting: 'repository', address: repository } : null
    }
    case 'github':
      return { setting: 'repository', address: graphqlAddress(settings.repository) }
    case 's3':
      return { setting: 'endpoint', address: settings.endpoint }
    case 'drive':
      return { setting: 'api_url', address: settings.api_url }
    case 'files':
      return null
  }
}
