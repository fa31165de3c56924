import { createHash, createHmac } from 'node:crypto'
import type { ApiAnswer, ApiCall, FakeApi } from './fake-api.ts'
import { startFakeApi } from './fake-api.ts'

/** A bucket `docs` in eu-central-1, by its path, for whoever signs with the key pair. */
export type FakeS3 = FakeApi & {
  readonly objects: Map<string, { body: string; storageClass?: string; isForbidden?: boolean }>
  readonly keyPair: { access_key_id: string; secret_access_key: string }
  /** Keys in one reply, whatever was asked for. */
  perBatch: number
  afterBatch: (count: number) => void
}

const REGION = 'eu-central-1'

export async function startFakeS3(): Promise<FakeS3> {
  let batches = 0
  const api = await startFakeApi((call) => answer(call))
  const s3: FakeS3 = Object.assign(api, {
    objects: new Map(),
    keyPair: { access_key_id: 'AKIAOTTERQUARTZ', secret_access_key: 'heron/quartz+secret+key' },
    perBatch: 2,
    afterBatch: () => undefined,
  })
  return s3

  function answer(call: ApiCall): ApiAnswer {
    const wrong = whyRefused(call, s3.keyPair)
    if (wrong !== null) return wrong
    const { pathname, searchParams } = call.url
    if (pathname === '/docs') return list(searchParams)
    if (!pathname.startsWith('/docs/')) return error(404, 'NoSuchBucket')
    const object = s3.objects.get(decodeURIComponent(pathname.slice('/docs/'.length)))
    if (!object) return error(404, 'NoSuchKey')
    if (object.isForbidden) return error(403, 'AccessDenied')
    const headers = { etag: `"${computeEtag(object.body)}"`, 'content-type': 'binary/octet-stream' }
    return { headers, body: Buffer.from(object.body) }
  }

  function list(query: URLSearchParams): ApiAnswer {
    if (query.get('list-type') !== '2' || query.get('encoding-type') !== 'url') {
      return error(400, 'InvalidArgument')
    }
    const prefix = query.get('prefix') ?? ''
    const keys = [...s3.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const from = Number((query.get('continuation-token') ?? 'token-0').slice('token-'.length))
    const to = from + Math.min(s3.perBatch, Number(query.get('max-keys')))
    const isMore = to < keys.length
    batches += 1
    const contents = keys.slice(from, to).map((key) => {
      const { body, storageClass = 'STANDARD' } = s3.objects.get(key) ?? { body: '' }
      return `<Contents><Key>${urlEncode(key)}</Key><LastModified>2026-10-05T14:50:01.000Z</LastModified><ETag>&quot;${computeEtag(body)}&quot;</ETag><Size>${Buffer.byteLength(body)}</Size><StorageClass>${storageClass}</StorageClass></Contents>`
    })
    const next = isMore ? `<NextContinuationToken>token-${to}</NextContinuationToken>` : ''
    s3.afterBatch(batches)
    return xml(
      200,
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>docs</Name><Prefix>${prefix}</Prefix><KeyCount>${contents.length}</KeyCount><MaxKeys>1000</MaxKeys><EncodingType>url</EncodingType><IsTruncated>${isMore}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
  }
}

const computeEtag = (body: string): string => createHash('md5').update(body).digest('hex')
const urlEncode = (key: string): string =>
  key.split('/').map(encodeURIComponent).join('/').replaceAll('%20', '+')

const xml = (status: number, body: string): ApiAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`),
})

export const error = (status: number, code: string, more = ''): ApiAnswer =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}.</Message>${more}</Error>`)

/** As AWS encodes what was sent before it checks the signature. */
const strictEncode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Checks the signature as the server does: AWS Signature Version 4. */
function whyRefused(
  { method, url, headers }: ApiCall,
  { access_key_id, secret_access_key }: FakeS3['keyPair'],
): ApiAnswer | null {
  const { authorization = '' } = headers
  if (authorization === '') return error(403, 'AccessDenied')
  const [, key, date = '', region = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? []
  if (key !== access_key_id) return error(403, 'InvalidAccessKeyId')
  if (region !== REGION) {
    return error(400, 'AuthorizationHeaderMalformed', `<Region>${REGION}</Region>`)
  }
  const query = [...url.searchParams]
    .map(([name, value]) => `${strictEncode(name)}=${strictEncode(value)}`)
    .toSorted()
    .join('&')
  const names = signed.split(';')
  const request = [
    method,
    url.pathname.split('/').map(decodeURIComponent).map(strictEncode).join('/'),
    query,
    ...names.map((name) => `${name}:${String(headers[name])}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const hashed = createHash('sha256').update(request).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashed].join('\n')
  const hmac = (secret: string | Buffer, text: string) =>
    createHmac('sha256', secret).update(text).digest()
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secret_access_key}`,
  )
  const expected = createHmac('sha256', signingKey).update(toSign).digest('hex')
  const isSigned = names.includes('host') && signature === expected
  return isSigned ? null : error(403, 'SignatureDoesNotMatch')
}
