import type { S3Settings } from '@footnote/contract/admin/source-settings'
import type { PageResponse } from '../../platform/network/fetch-page.ts'
import { createPathFilter } from '../../platform/path-filter.ts'
import { decodeText } from '../../text/decode-text.ts'
import type { Api } from '../api/api-client.ts'
import { readBatches, takeOnce } from '../api/read-pages.ts'
import type { ApiConnector, FetchOutcome, FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { contentTypeOfPath, isTextType } from '../content-types.ts'
import { folderContainer } from '../folder-container.ts'
import { escapePath, pageOfFile } from '../page-template.ts'
import type { ListedObjects, StoredObject } from './bucket-listing.ts'
import { parseError, parseListing } from './bucket-listing.ts'

const NAME = 'The bucket'
const PER_BATCH = 1_000
const MAX_LISTING_BYTES = 20_000_000
/** Reading one of these takes hours, and a request to restore it. */
const ARCHIVED = new Set(['GLACIER', 'DEEP_ARCHIVE'])

export type S3Deps = { readonly api: Api; readonly maxObjectBytes: number }

/** The objects of a bucket that speaks the protocol of S3, below a prefix. Keys are those of the objects. */
export function createS3Connector(
  settings: S3Settings,
  { api, maxObjectBytes }: S3Deps,
): ApiConnector {
  const { prefix } = settings
  const bucket = bucketAddress(settings)
  const isWanted = createPathFilter(settings)

  async function listBatch(
    token: string,
    count: number,
    signal: AbortSignal,
  ): Promise<ListedObjects> {
    const query = new URLSearchParams({
      'list-type': '2',
      'encoding-type': 'url',
      'max-keys': String(count),
      ...(prefix === '' ? {} : { prefix }),
      ...(token === FIRST ? {} : { 'continuation-token': token }),
    })
    const reply = await api.download({
      url: `${bucket}?${query.toString()}`,
      maxBytes: MAX_LISTING_BYTES,
      maxRedirects: 0,
      signal,
    })
    if (reply.status !== 200) throw refusal(reply)
    return parseListing(Buffer.from(reply.body).toString())
  }

  function toFound(object: StoredObject): FoundPage {
    const { key, etag, size, storageClass } = object
    const version = etag === '' ? null : etag
    const found = { key, version, containers: [folderContainer(key)] }
    const skip = (reason: string): FoundPage => ({ ...found, listed: { kind: 'skipped', reason } })
    if (contentTypeOfPath(key) === null) return skip('No parser supports its type.')
    if (size > maxObjectBytes) return skip(`It is larger than ${maxObjectBytes / 1_000_000} MB.`)
    if (ARCHIVED.has(storageClass)) return skip(`It is archived (${storageClass}).`)
    return found
  }

  return {
    async *list(signal) {
      const once = takeOnce()
      const batches = readBatches(FIRST, async (token) => {
        const { objects, next } = await listBatch(token, PER_BATCH, signal)
        return { items: objects, next }
      })
      for await (const objects of batches) {
        const files = objects.filter(
          ({ key }) => !key.endsWith('/') && isWanted(below(prefix, key)),
        )
        yield once(files.map(toFound))
      }
    },
    async fetch({ key }, signal): Promise<FetchOutcome> {
      const skipped = (reason: string): FetchOutcome => ({ kind: 'skipped', reason, found: [] })
      const contentType = contentTypeOfPath(key)
      if (contentType === null) return skipped('No parser supports its type.')
      const reply = await api.download({
        url: `${bucket}/${escapePath(key)}`,
        maxBytes: maxObjectBytes,
        maxRedirects: 0,
        signal,
      })
      const { status, headers, body } = reply
      if (status === 404) return { kind: 'gone', reason: 'The object was deleted.' }
      if (status === 403 && parseError(Buffer.from(body).toString()).code === 'AccessDenied') {
        return skipped('The credentials of the source may not read it (status 403).')
      }
      if (status !== 200) throw refusal(reply)
      return {
        kind: 'fetched',
        page: {
          url: pageOfFile(settings.page_url, below(prefix, key)),
          title: null,
          content: isTextType(contentType) ? decodeText(body, headers.get('content-type')) : body,
          contentType,
          publishedAt: null,
          validators: null,
        },
        found: [],
      }
    },
    async check(signal) {
      await listBatch(FIRST, 1, signal)
      return `the bucket ${settings.bucket}${prefix === '' ? '' : ` below ${prefix}`}`
    },
    async close() {},
  }
}

const FIRST = ''

/** By its path: every server takes that, and it needs no name in the DNS. */
const bucketAddress = ({ endpoint, bucket }: S3Settings): string =>
  `${endpoint.replace(/\/+$/, '')}/${bucket}`

const below = (prefix: string, key: string): string => key.slice(prefix.length).replace(/^\/+/, '')

const REASONS: Readonly<Record<string, string>> = {
  AccessDenied: 'does not let the source list it',
  InvalidAccessKeyId: 'does not know the access key',
  SignatureDoesNotMatch: 'refuses the secret key: it is wrong',
  ExpiredToken: 'refuses the session token: it has expired',
  RequestTimeTooSkewed: 'refuses the time of the request: the clock of this server is wrong',
  NoSuchBucket: 'does not exist',
}

function refusal({ status, body, headers }: PageResponse): SourceError {
  const { code, region } = parseError(Buffer.from(body).toString())
  const place = region ?? headers.get('x-amz-bucket-region')
  if (code === 'PermanentRedirect' || code === 'AuthorizationHeaderMalformed') {
    const where = place === null ? 'another region' : `the region ${place}`
    return new SourceError(`${NAME} is in ${where} (status ${status}).`)
  }
  const why = REASONS[code] ?? (code === '' ? 'cannot be read' : `cannot be read: ${code}`)
  return new SourceError(`${NAME} ${why} (status ${status}).`)
}
