import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FetchPage } from '../platform/network/fetch-page.ts'
import { SourceError } from './connector.ts'
import type { Connector } from './connector.ts'
import { createApiConnector, isApi } from './api/create-api-connector.ts'
import { withCredential } from './credentials/with-credential.ts'
import type { ReadCredential } from './credentials/with-credential.ts'
import { createFilesConnector } from './files/files.ts'
import type { FileStore } from './files/files.ts'
import { createRenderer } from './website/render.ts'
import type { Renderer } from './website/render.ts'
import { createWebsiteConnector } from './website/website.ts'

export type ConnectorDeps = {
  readonly sourceId: string
  /** Shared by the whole process, and created with the user agent below. */
  readonly fetchPage: FetchPage
  /** null: the source has no credential. */
  readonly readCredential: ReadCredential | null
  /** The uploaded files of this source. */
  readonly files: FileStore
  readonly config: ConnectorConfig
}

export type ConnectorConfig = {
  readonly userAgent: string
  /** The largest page or file that is read. */
  readonly maxPageBytes: number
  readonly gitLocalFolders: readonly string[]
  readonly gitCacheFolder: string
  /** null: nothing is rendered. */
  readonly chromiumPath: string | null
}

/** Throws a SourceError if this configuration cannot serve the source. */
export async function createConnector(
  settings: SourceSettings,
  deps: ConnectorDeps,
): Promise<Connector> {
  const { files, config, readCredential } = deps
  const signsIn = readCredential !== null
  const fetchPage = signsIn ? withCredential(deps.fetchPage, readCredential) : deps.fetchPage
  const { userAgent, maxPageBytes } = config
  if (isApi(settings)) {
    return createApiConnector(settings, { fetchPage, signsIn, maxPageBytes })
  }
  // Loaded where they are used: the libraries of some are large, and few sources need them.
  switch (settings.type) {
    case 'website': {
      const renderer = settings.render ? rendererFor(fetchPage, config) : null
      const site = { fetchPage, userAgent, maxPageBytes, renderer, signsIn }
      return createWebsiteConnector(settings, site)
    }
    case 'git': {
      const { createGitConnector } = await import('./git/git.ts')
      return createGitConnector(settings, {
        sourceId: deps.sourceId,
        fetchPage,
        signsIn,
        cacheFolder: config.gitCacheFolder,
        localFolders: config.gitLocalFolders,
        maxFileBytes: maxPageBytes,
      })
    }
    case 'files':
      return createFilesConnector(settings, { files, maxFileBytes: maxPageBytes })
    case 'openapi': {
      const { createOpenApiConnector } = await import('./openapi/openapi.ts')
      return createOpenApiConnector(settings, { fetchPage, signsIn })
    }
  }
}

function rendererFor(fetchPage: FetchPage, config: ConnectorConfig): Renderer {
  const { chromiumPath, userAgent, maxPageBytes } = config
  if (chromiumPath === null) {
    throw new SourceError('The source needs rendering, but the server has no Chromium.')
  }
  return createRenderer({ fetchPage, chromiumPath, userAgent, maxPageBytes })
}
