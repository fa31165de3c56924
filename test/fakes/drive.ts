import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { ApiAnswer, ApiCall, FakeApi } from './fake-api.ts'
import { startFakeApi } from './fake-api.ts'

const GOOGLE = 'application/vnd.google-apps.'
export const DOCUMENT = `${GOOGLE}document`
export const FOLDER = `${GOOGLE}folder`
export const ROOT = '0AxyRootFolder'

export type FakeFile = {
  id: string
  name: string
  mimeType: string
  parent: string
  body?: string
  modifiedTime?: string
  targetId?: string
  /** It is a document that Google does not export, for its size. */
  isTooLarge?: boolean
  trashed?: boolean
}

/** Google Drive with a folder that is shared with one service account, and the server of its tokens. */
export type FakeDrive = FakeApi & {
  files: FakeFile[]
  readonly account: string
  readonly keyFile: string
  isShared: boolean
  /** Ends every token, and the key. */
  isKeyDeleted: boolean
  revokeTokens(): void
  perBatch: number
}

const SHARED: FakeFile = { id: ROOT, name: 'Handbook', mimeType: FOLDER, parent: '' }

export async function startFakeDrive(): Promise<FakeDrive> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = 'footnote@acme.iam.gserviceaccount.example'
  const tokens = new Set<string>()
  let issued = 0
  const api = await startFakeApi((call, origin) => answer(call, origin))
  const drive: FakeDrive = Object.assign(api, {
    files: [],
    account,
    keyFile: JSON.stringify({
      type: 'service_account',
      project_id: 'acme',
      private_key_id: 'otter',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      client_email: account,
      token_uri: `${api.origin}/token`,
    }),
    isShared: true,
    isKeyDeleted: false,
    revokeTokens: () => tokens.clear(),
    perBatch: 2,
  })
  return drive

  async function answer(call: ApiCall, origin: string): Promise<ApiAnswer> {
    const { pathname, searchParams } = call.url
    if (pathname === '/token') return issueToken(call, origin)
    if (!tokens.has(call.headers.authorization ?? '')) return refused(401, 'authError')
    if (pathname === '/drive/v3/files') return list(searchParams)
    const [, id, isExport] = /^\/drive\/v3\/files\/([\w-]+)(\/export)?$/.exec(pathname) ?? []
    const file = id === ROOT ? SHARED : drive.files.find((one) => one.id === id)
    if (!file || !drive.isShared) return refused(404, 'notFound')
    if (isExport !== undefined) {
      if (file.isTooLarge) return refused(403, 'exportSizeLimitExceeded')
      return { headers: { 'content-type': 'text/markdown' }, body: Buffer.from(file.body ?? '') }
    }
    if (searchParams.get('alt') === 'media') return { body: Buffer.from(file.body ?? '') }
    return { body: toWire(file) }
  }

  function list(query: URLSearchParams): ApiAnswer {
    const [, parent] = /^'([\w-]+)' in parents and trashed=false$/.exec(query.get('q') ?? '') ?? []
    const isWhole = query.get('includeItemsFromAllDrives') === 'true'
    const files = drive.files.filter((file) => file.parent === parent && !file.trashed && isWhole)
    const from = Number(query.get('pageToken') ?? 0)
    const to = from + drive.perBatch
    return {
      body: {
        kind: 'drive#fileList',
        incompleteSearch: false,
        files: (drive.isShared ? files : []).slice(from, to).map(toWire),
        ...(to < files.length ? { nextPageToken: String(to) } : {}),
      },
    }
  }

  async function issueToken({ body }: ApiCall, origin: string): Promise<ApiAnswer> {
    const asked = new URLSearchParams(body.toString())
    const isGrant = asked.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    const options = { issuer: account, audience: `${origin}/token`, algorithms: ['RS256'] }
    const isSigned = await jwtVerify(asked.get('assertion') ?? '', publicKey, options).then(
      ({ payload }) => payload['scope'] === 'https://www.googleapis.com/auth/drive.readonly',
      () => false,
    )
    if (!isGrant || !isSigned || drive.isKeyDeleted) {
      return { status: 400, body: { error: 'invalid_grant' } }
    }
    issued += 1
    tokens.add(`Bearer ya29.otter-quartz-${issued}`)
    const token = `ya29.otter-quartz-${issued}`
    return { body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } }
  }
}

export const refused = (code: number, reason: string): ApiAnswer => ({
  status: code,
  body: { error: { code, message: reason, errors: [{ domain: 'global', reason }] } },
})

function toWire({ id, name, mimeType, parent, body, targetId, ...file }: FakeFile): object {
  const isGoogles = mimeType.startsWith(GOOGLE)
  return {
    id,
    name,
    mimeType,
    modifiedTime: file.modifiedTime ?? '2026-10-05T14:50:01.123Z',
    createdTime: '2026-01-05T14:50:01.123Z',
    webViewLink: `https://docs.google.example/d/${id}/edit`,
    parents: [parent],
    ...(isGoogles
      ? {}
      : { md5Checksum: `md5-${body}`, size: String(Buffer.byteLength(body ?? '')) }),
    ...(targetId === undefined ? {} : { shortcutDetails: { targetId } }),
    ...(file.trashed ? { trashed: true } : {}),
  }
}
