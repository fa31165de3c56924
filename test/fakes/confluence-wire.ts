import type { ApiAnswer } from './fake-api.ts'

export type FakePage = {
  id: number
  type?: 'page' | 'blogpost'
  title: string
  /** In the storage format. */
  body: string
  version?: number
  space?: string
  /** A page or a folder. */
  parent?: number
  status?: 'current' | 'archived' | 'trashed'
  isRestricted?: boolean
  /** The search does not know it yet. */
  isNew?: boolean
}

export type FakeFolder = { id: number; parent?: number; isRestricted?: boolean }

/** What a site has. */
export type FakeSite = {
  readonly edition: 'cloud' | 'data_center'
  pages: FakePage[]
  folders: FakeFolder[]
}

export function above(site: FakeSite, { parent }: { parent?: number }): object {
  if (parent === undefined) return { parentId: null, parentType: null }
  const isFolder = site.folders.some(({ id }) => id === parent)
  return { parentId: String(parent), parentType: isFolder ? 'folder' : 'page' }
}

export function toCloud(site: FakeSite, page: FakePage): object {
  return {
    id: String(page.id),
    status: page.status ?? 'current',
    title: page.title,
    spaceId: makeSpace(page.space ?? 'DOC').id,
    ...above(site, page),
    position: 12,
    authorId: '5b10a2844c20165700ede21g',
    createdAt: '2026-02-03T09:12:44.120Z',
    version: { number: page.version ?? 1, message: '', minorEdit: false },
    subtype: null,
    _links: links(site, page),
  }
}

export function toDataCenter(site: FakeSite, page: FakePage, expand: readonly string[]): object {
  const { id, title, type = 'page', status = 'current', version = 1, isRestricted = false } = page
  return {
    id: String(id),
    type,
    status,
    title,
    extensions: { position: 0 },
    ...(expand.includes('version') ? { version: { number: version, minorEdit: false } } : {}),
    ...(expand.includes('ancestors') ? { ancestors: findAncestors(site, page) } : {}),
    ...(expand.includes('history')
      ? { history: { createdDate: '2026-02-03T10:12:44.120+01:00' } }
      : {}),
    ...(expand.includes('restrictions.read.restrictions.user')
      ? { restrictions: { read: makeRestriction(isRestricted) } }
      : {}),
    _links: links(site, page),
  }
}

function findAncestors(site: FakeSite, { parent }: FakePage): object[] {
  const page = site.pages.find(({ id }) => id === parent)
  return page ? [...findAncestors(site, page), { id: String(page.id), type: 'page' }] : []
}

export function links(
  { edition }: FakeSite,
  { id, title, space = 'DOC' }: FakePage,
): { webui: string } {
  const slug = encodeURIComponent(title.toWellFormed()).replaceAll('%20', '+')
  return {
    webui:
      edition === 'cloud' ? `/spaces/${space}/pages/${id}/${slug}` : `/display/${space}/${slug}`,
  }
}

export const NOT_FOUND: ApiAnswer = {
  status: 404,
  body: { errors: [{ status: 404, code: 'NOT_FOUND', title: 'Not Found', detail: null }] },
}

/** Keys are the same in capitals. */
export const isAmong = (keys: readonly string[], key: string): boolean =>
  keys.some((one) => one.toLowerCase() === key.toLowerCase())

/** By the letters of its key. */
export const makeSpace = (key: string) => {
  const id = Buffer.from(key).reduce((sum, letter) => sum * 31 + letter, 7)
  return { id: String(id), key, name: `The space ${key}`, type: 'global', status: 'current' }
}

export const makeRestriction = (isRestricted: boolean): object => ({
  operation: 'read',
  restrictions: {
    user: {
      results: isRestricted ? [{ type: 'known', accountId: '5b10a', displayName: 'Ada' }] : [],
      start: 0,
      limit: 200,
      size: isRestricted ? 1 : 0,
    },
    group: { results: [], start: 0, limit: 200, size: 0 },
  },
})
