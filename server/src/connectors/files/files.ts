import type { FilesSettings } from '@footnote/contract/admin/source-settings'
import type { Connector, FetchOutcome, KnownPage } from '../connector.ts'
import { isTextType, readableType } from '../content-types.ts'
import { decodeText } from '../../text/decode-text.ts'
import { folderContainer } from '../folder-container.ts'
import { escapePath } from '../page-template.ts'

export type StoredFile = { path: string; hash: string; contentType: string }

/** Where uploaded files are stored. */
export type FileStore = {
  list(): AsyncIterable<readonly StoredFile[]>
  read(path: string): Promise<Uint8Array | null>
}

export type FilesDeps = { readonly files: FileStore; readonly maxFileBytes: number }

/** Serves uploaded files. A file's hash is its version. */
export function createFilesConnector(settings: FilesSettings, deps: FilesDeps): Connector {
  const types = new Map<string, string>()
  return {
    async *list(signal) {
      for await (const batch of deps.files.list()) {
        signal.throwIfAborted()
        for (const { path, contentType } of batch) types.set(path, contentType)
        yield batch.map(({ path, hash }) => ({
          key: path,
          version: hash,
          containers: [folderContainer(path)],
        }))
      }
    },
    fetch: (page) => fetchFile(settings, deps, types.get(page.key) ?? null, page),
    close: async () => types.clear(),
  }
}

async function fetchFile(
  { base_url: baseUrl }: FilesSettings,
  { files, maxFileBytes }: FilesDeps,
  statedType: string | null,
  { key }: KnownPage,
): Promise<FetchOutcome> {
  const skipped = (reason: string): FetchOutcome => ({ kind: 'skipped', reason, found: [] })
  const contentType = readableType(statedType, key)
  if (contentType === null) return skipped('No parser supports its type.')
  const bytes = await files.read(key)
  if (bytes === null) return { kind: 'gone', reason: 'The file was deleted.' }
  if (bytes.length > maxFileBytes) {
    return skipped(`It is larger than ${maxFileBytes / 1_000_000} MB.`)
  }
  return {
    kind: 'fetched',
    page: {
      url: baseUrl.replace(/\/?$/, '/') + escapePath(key.replace(/^\//, '')),
      title: null,
      content: isTextType(contentType) ? decodeText(bytes, null) : bytes,
      contentType,
      publishedAt: null,
      validators: null,
    },
    found: [],
  }
}
