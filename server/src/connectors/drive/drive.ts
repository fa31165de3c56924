import type { DriveSettings } from '@footnote/contract/admin/source-settings'
import { z } from 'zod'
import type { PageResponse } from '../../platform/network/fetch-page.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { decodeText } from '../../text/decode-text.ts'
import type { Api } from '../api/api-client.ts'
import { readBatches } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { isTextType } from '../content-types.ts'
import type { Reading } from './drive-files.ts'
import {
  DriveFile,
  FILE_FIELDS,
  FileList,
  FOLDER,
  howToRead,
  SHORTCUT,
  withoutPictures,
} from './drive-files.ts'

const NAME = 'Google Drive'
const PER_BATCH = 1_000
const MAX_FILES = 200_000

export type DriveDeps = {
  readonly api: Api
  readonly maxFileBytes: number
}

/** `path`: below the folder of the source, such as `/handbook`. */
type Folder = { id: string; driveId: string | null; path: string }

/** The files of a folder and of those below it, which are shared with the account that signs in. */
export function createDriveConnector(
  settings: DriveSettings,
  { api, maxFileBytes }: DriveDeps,
): ApiConnector {
  const base = `${settings.api_url.replace(/\/+$/, '')}/drive/v3/files`
  const rootId = folderId(settings.folder)

  /** null: it is not there, or not shared any more. */
  async function readFile(id: string, signal: AbortSignal): Promise<DriveFile | null> {
    const url = `${base}/${id}?fields=${FILE_FIELDS}&supportsAllDrives=true`
    return api.readIfThere(DriveFile, { url, signal }, [404])
  }

  async function findRoot(signal: AbortSignal): Promise<DriveFile> {
    const root = await readFile(rootId, signal)
    if (root === null) throw new SourceError(NOT_SHARED)
    if (root.mimeType === FOLDER) return root
    throw new SourceError('The address is not that of a folder.')
  }

  function listFolder({ id, driveId }: Folder, signal: AbortSignal) {
    const query = {
      q: `'${id}' in parents and trashed=false`,
      pageSize: String(PER_BATCH),
      fields: `nextPageToken,incompleteSearch,files(${FILE_FIELDS})`,
      supportsAllDrives: 'true',
      includeItemsFromAllDrives: 'true',
      ...(driveId === null ? {} : { corpora: 'drive', driveId }),
    }
    return readBatches(FIRST, async (pageToken) => {
      const page = pageToken === FIRST ? query : { ...query, pageToken }
      const url = `${base}?${new URLSearchParams(page).toString()}`
      const reply = await api.read(FileList, { url, signal })
      if (reply.incompleteSearch) throw new Error(`${NAME} did not list everything.`)
      return { items: reply.files, next: reply.nextPageToken ?? null }
    })
  }

  /** What a shortcut leads to. */
  async function followShortcut(file: DriveFile, signal: AbortSignal): Promise<FoundPage | null> {
    const targetId = file.shortcutDetails?.targetId
    const target = targetId === undefined ? null : await readFile(targetId, signal)
    // A folder that a shortcut leads to could lead back.
    return target === null || target.mimeType === FOLDER ? null : describe(target)
  }

  function describe(file: DriveFile): FoundPage {
    const { id, md5Checksum, modifiedTime, size = 0 } = file
    const found = { key: `file:${id}`, version: md5Checksum ?? modifiedTime ?? null }
    const skip = (reason: string): FoundPage => ({ ...found, listed: { kind: 'skipped', reason } })
    const reading = howToRead(file)
    if (reading === null) return skip('No parser supports its type.')
    const isLarge = !reading.isExported && size > maxFileBytes
    return isLarge ? skip(`It is larger than ${maxFileBytes / 1_000_000} MB.`) : found
  }

  function download(file: DriveFile, reading: Reading, signal: AbortSignal) {
    const type = encodeURIComponent(reading.contentType)
    const url = reading.isExported
      ? `${base}/${file.id}/export?mimeType=${type}`
      : `${base}/${file.id}?alt=media&supportsAllDrives=true`
    return api.download({ url, maxBytes: reading.isExported ? MAX_EXPORT : maxFileBytes, signal })
  }

  return {
    async *list(signal) {
      const { driveId = null } = await findRoot(signal)
      const folders: Folder[] = [{ id: rootId, driveId, path: '' }]
      // Folders can be in several others, and files may move while they are listed.
      const seen = new Set([rootId])
      // Last: what they lead to may be in a folder of its own here.
      const shortcuts: { file: DriveFile; containers: string[] }[] = []
      for (let folder = folders.pop(); folder; folder = folders.pop()) {
        const { path } = folder
        const containers = [`folder:${path || '/'}`]
        for await (const files of listFolder(folder, signal)) {
          const found: FoundPage[] = []
          for (const file of files.filter(({ id }) => !seen.has(id))) {
            seen.add(file.id)
            if (file.mimeType === FOLDER)
              folders.push({ id: file.id, driveId, path: `${path}/${file.name}` })
            else if (file.mimeType === SHORTCUT) shortcuts.push({ file, containers })
            else {
              const page = { ...describe(file), containers }
              found.push(page)
              seen.add(page.key)
            }
          }
          yield found
        }
        if (seen.size > MAX_FILES) throw new SourceError('The folder has too many files.')
      }
      for (const { file, containers } of shortcuts) {
        const page = await followShortcut(file, signal)
        if (!page || seen.has(page.key)) continue
        seen.add(page.key)
        yield [{ ...page, containers }]
      }
    },
    async fetch({ key }, signal): Promise<FetchOutcome> {
      const skipped = (reason: string): FetchOutcome => ({ kind: 'skipped', reason, found: [] })
      const file = await readFile(key.slice('file:'.length), signal)
      if (file === null || file.trashed) return { kind: 'gone', reason: 'The file was deleted.' }
      const reading = howToRead(file)
      if (reading === null) return skipped('No parser supports its type.')
      const reply = await download(file, reading, signal)
      if (reply.status === 200) return toFetched(file, reading, reply)
      if (reply.status === 404) return { kind: 'gone', reason: 'The file was deleted.' }
      if (reply.status === 403) return skipped(whyForbidden(reply))
      throw api.refusal(reply.status)
    },
    async check(signal) {
      const { name } = await findRoot(signal)
      return `the folder ${name}`
    },
    async close() {},
  }
}

const FIRST = ''
/** Google exports at most 10 MB; pictures in Markdown count. */
const MAX_EXPORT = 20_000_000

const NOT_SHARED =
  'The folder is not there, or not shared with the account that the source signs in as.'

/** Of an address as the browser shows it, or the id itself. */
const folderId = (folder: string): string =>
  /\/folders\/([\w-]+)/.exec(folder)?.[1] ?? /^[\w-]+$/.exec(folder)?.[0] ?? ''

function toFetched(file: DriveFile, reading: Reading, { body }: PageResponse): FetchOutcome {
  const { contentType, isExported } = reading
  const content = isTextType(contentType) ? decodeText(body, 'text/plain; charset=utf-8') : body
  return {
    kind: 'fetched',
    page: {
      url: file.webViewLink ?? `https://drive.google.com/file/d/${file.id}/view`,
      title: file.name,
      content: isExported && typeof content === 'string' ? withoutPictures(content) : content,
      contentType,
      publishedAt: file.createdTime === undefined ? null : new Date(file.createdTime),
      validators: null,
    },
    found: [],
  }
}

const Refusal = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })) }),
})

const readReason = ({ body }: Pick<PageResponse, 'body'>): string =>
  Refusal.safeParse(parseJson(body)).data?.error.errors[0]?.reason ?? ''

const whyForbidden = (reply: PageResponse): string =>
  readReason(reply) === 'exportSizeLimitExceeded'
    ? 'Google exports at most 10 MB of a document.'
    : 'It may not be downloaded (status 403).'

/** Google answers 403 for its limits too. */
export const isLimited = (reply: PageResponse): boolean =>
  reply.status === 403 && readReason(reply).endsWith('ateLimitExceeded')
