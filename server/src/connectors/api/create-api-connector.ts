import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import { createConfluenceConnector } from '../confluence/confluence.ts'
import type { ApiConnector } from '../connector.ts'
import { createDiscourseConnector } from '../discourse/discourse.ts'
import { createDriveConnector, isLimited as isDriveLimited } from '../drive/drive.ts'
import { createGitHubConnector, isLimited } from '../github/github.ts'
import { createS3Connector } from '../s3/s3.ts'
import { createIntercomConnector, INTERCOM_HEADERS } from '../intercom/intercom.ts'
import { createNotionConnector, NOTION_HEADERS } from '../notion/notion.ts'
import { createZendeskConnector } from '../zendesk/zendesk.ts'
import type { ApiOptions } from './api-client.ts'
import { createApi } from './api-client.ts'

const API_TYPES = [
  'confluence',
  'zendesk',
  'github',
  's3',
  'drive',
  'notion',
  'intercom',
  'discourse',
] as const

export type ApiSettings = Extract<SourceSettings, { type: (typeof API_TYPES)[number] }>

export const isApi = (settings: SourceSettings): settings is ApiSettings =>
  API_TYPES.some((type) => type === settings.type)

/** The products whose content comes over an API of their own. */
export function createApiConnector(
  settings: ApiSettings,
  deps: Omit<ApiOptions, 'name'> & { readonly maxPageBytes: number },
): ApiConnector {
  switch (settings.type) {
    case 'confluence': {
      const api = createApi({ ...deps, name: 'Confluence' })
      return createConfluenceConnector(settings, { api, signsIn: deps.signsIn })
    }
    case 'github': {
      const headers = { 'x-github-api-version': '2022-11-28' }
      const api = createApi({ ...deps, name: 'GitHub', headers, isLimited })
      return createGitHubConnector(settings, { api })
    }
    case 'drive': {
      const api = createApi({ ...deps, name: 'Google Drive', isLimited: isDriveLimited })
      return createDriveConnector(settings, { api, maxFileBytes: deps.maxPageBytes })
    }
    case 's3': {
      const api = createApi({ ...deps, name: 'The bucket' })
      return createS3Connector(settings, { api, maxObjectBytes: deps.maxPageBytes })
    }
    case 'zendesk': {
      const api = createApi({ ...deps, name: 'Zendesk' })
      return createZendeskConnector(settings, { api })
    }
    case 'intercom': {
      const api = createApi({ ...deps, name: 'Intercom', headers: INTERCOM_HEADERS })
      return createIntercomConnector(settings, { api })
    }
    case 'discourse': {
      const api = createApi({ ...deps, name: 'Discourse' })
      return createDiscourseConnector(settings, { api, signsIn: deps.signsIn })
    }
    case 'notion': {
      const api = createApi({ ...deps, name: 'Notion', headers: NOTION_HEADERS })
      return createNotionConnector(settings, { api })
    }
  }
}
