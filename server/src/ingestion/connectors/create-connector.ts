import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { Connector } from './connector.ts'
import { SourceError } from './connector.ts'

/** The uploaded files of one source. */
export type UploadedFiles = {
  list(): Promise<readonly { path: string; hash: Buffer }[]>
  read(path: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>
}

export type ConnectorDeps = { files: UploadedFiles }

export function createConnector(settings: SourceSettings, { files }: ConnectorDeps): Connector {
  if (settings.type !== 'files')
    throw new SourceError(`There is no connector for ${settings.type}.`)
  return {
    async *list() {
      yield (await files.list()).map(({ path, hash }) => ({
        key: path,
        version: hash.toString('hex'),
      }))
    },
    async fetch({ key }) {
      const file = await files.read(key)
      if (!file) return { kind: 'gone', reason: 'The file was deleted.' }
      const isText = file.contentType.startsWith('text/')
      const page = {
        url: new URL(key, settings.base_url.replace(/\/*$/, '/')).href,
        title: null,
        content: isText ? new TextDecoder().decode(file.bytes) : file.bytes,
        contentType: file.contentType,
        publishedAt: null,
        validators: null,
      }
      return { kind: 'fetched', page, found: [] }
    },
    close: async () => {},
  }
}
