import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { FetchPage } from '../../platform/fetch-page.ts'
import { SourceError } from './connector.ts'
import type { Connector } from './connector.ts'
import { createFilesConnector } from './files.ts'
import type { FileStore } from './files.ts'
import { createGitConnector } from './git.ts'
import { createOpenApiConnector } from './openapi.ts'
import { createRenderer } from './render.ts'
import type { Renderer } from './render.ts'
import { createWebsiteConnector } from './website.ts'

export type ConnectorDeps = {
  readonly sourceId: string
  /** Of one PageFetcher for the whole process, made with the user agent below. */
  readonly fetchPage: FetchPage
  /** The uploaded files of this source. */
  readonly files: FileStore
  readonly config: ConnectorConfig
}

export type ConnectorConfig = {
  readonly userAgent: string
  /** Of one page or file. */
  readonly maxPageBytes: number
  readonly gitLocalFolders: readonly string[]
  readonly gitCacheFolder: string
  /** null: nothing is rendered. */
  readonly chromiumPath: string | null
}

/** Throws a SourceError when the source cannot be read with this configuration. */
export function createConnector(settings: SourceSettings, deps: ConnectorDeps): Connector {
  const { fetchPage, files, config } = deps
  const { userAgent, maxPageBytes } = config
  switch (settings.type) {
    case 'website': {
      const renderer = settings.render ? rendererFor(deps) : null
      return createWebsiteConnector(settings, { fetchPage, userAgent, maxPageBytes, renderer })
    }
    case 'git':
      return createGitConnector(settings, {
        sourceId: deps.sourceId,
        fetchPage,
        cacheFolder: config.gitCacheFolder,
        localFolders: config.gitLocalFolders,
        maxFileBytes: maxPageBytes,
      })
    case 'files':
      return createFilesConnector(settings, { files, maxFileBytes: maxPageBytes })
    case 'openapi':
      return createOpenApiConnector(settings, { fetchPage })
  }
}

function rendererFor({ fetchPage, config }: ConnectorDeps): Renderer {
  const { chromiumPath, userAgent, maxPageBytes } = config
  if (chromiumPath === null) {
    throw new SourceError('The source is to be rendered, and the server has no Chromium for it.')
  }
  return createRenderer({ fetchPage, chromiumPath, userAgent, maxPageBytes })
}
