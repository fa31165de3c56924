import type { ApiAnswer, ApiCall, FakeApi } from './fake-api.ts'
import { startFakeApi } from './fake-api.ts'
import type { FakePage, FakeSite } from './confluence-wire.ts'
import {
  above,
  isAmong,
  links,
  NOT_FOUND,
  makeRestriction,
  makeSpace,
  toCloud,
  toDataCenter,
} from './confluence-wire.ts'

/** A site of Confluence, as Cloud or as a Data Center, with one account. */
export type FakeConfluence = FakeApi &
  FakeSite & {
    /** Its address for readers, with its path. */
    readonly site: string
    spaces: string[]
    /** What `Authorization` has to be. */
    authorization: string
    /** Whoever does not sign in sees the same. */
    isOpen: boolean
    /** The token has scopes: only the gateway takes it. */
    isScoped: boolean
    /** In one reply, whatever was asked for. */
    perBatch: number
    /** A Data Center before 7.18 has no scan. */
    hasScan: boolean
    /** Of pages, so far. */
    batches: number
    /** After this many batches of pages something happens. */
    afterBatch: (count: number) => void
  }

export const EMAIL = 'reader@acme.example'
export const API_TOKEN = 'ATATT-otter-quartz-token'
export const PERSONAL_TOKEN = 'NjQ-heron-quartz-token'
const CLOUD_ID = '6f20c9d7-4b1e-4c9a-9a53-0e6f7b2d8c11'

export async function startFakeConfluence(
  edition: FakeConfluence['edition'] = 'cloud',
): Promise<FakeConfluence> {
  const path = edition === 'cloud' ? '/wiki' : '/confluence'
  const api = await startFakeApi(answer)
  const basic = Buffer.from(`${EMAIL}:${API_TOKEN}`).toString('base64')
  const fake: FakeConfluence = Object.assign(api, {
    edition,
    site: `${api.origin}${path}`,
    pages: [],
    folders: [],
    spaces: ['DOC'],
    authorization: edition === 'cloud' ? `Basic ${basic}` : `Bearer ${PERSONAL_TOKEN}`,
    isOpen: false,
    isScoped: false,
    perBatch: 2,
    hasScan: true,
    batches: 0,
    afterBatch: () => undefined,
  })
  return fake

  function answer(call: ApiCall): ApiAnswer {
    const { url } = call
    if (url.pathname === '/_edge/tenant_info') return { body: { cloudId: CLOUD_ID } }
    const base = fake.isScoped ? `/ex/confluence/${CLOUD_ID}/wiki` : path
    if (!url.pathname.startsWith(`${base}/`)) return { status: 401, body: { message: 'No' } }
    const isAnonymous = fake.isOpen && call.headers.authorization === undefined
    if (!isAnonymous && call.headers.authorization !== fake.authorization) {
      return { status: 401, body: { statusCode: 401, message: 'Unauthorized' } }
    }
    const asked = { path: url.pathname.slice(base.length), query: url.searchParams }
    return (edition === 'cloud' ? answerCloud(asked) : answerDataCenter(asked)) ?? NOT_FOUND
  }

  function answerCloud({ path: at, query }: Asked): ApiAnswer | null {
    if (at === '/api/v2/spaces') {
      const keys = query.get('keys')?.split(',') ?? fake.spaces
      const spaces = fake.spaces.filter((key) => isAmong(keys, key))
      return cloudBatch(at, query, spaces, makeSpace)
    }
    const [, spaceId] = /^\/api\/v2\/spaces\/(\d+)\/pages$/.exec(at) ?? []
    if (spaceId !== undefined || at === '/api/v2/blogposts') {
      const id = spaceId ?? query.get('space-id') ?? ''
      if (!fake.spaces.some((key) => makeSpace(key).id === id)) return NOT_FOUND
      // As the real one: archived pages too, if nobody says otherwise.
      const statuses = query.get('status')?.split(',') ?? ['current', 'archived']
      const type = spaceId === undefined ? 'blogpost' : 'page'
      const listed = pagesIn(id, type).filter(({ status = 'current' }) => statuses.includes(status))
      const reply = scanBatch(at, query, listed, (page) => toCloud(fake, page))
      fake.batches += 1
      fake.afterBatch(fake.batches)
      return reply
    }
    if (at === '/rest/api/content/search') return answerSearch(at, query)
    const [, kind, id] = /^\/api\/v2\/(pages|blogposts|folders)\/(\d+)$/.exec(at) ?? []
    if (kind === 'folders') {
      const folder = fake.folders.find((one) => String(one.id) === id)
      return folder ? { body: { id, title: 'A folder', ...above(fake, folder) } } : NOT_FOUND
    }
    const page = findPage(id)
    if (kind !== undefined && page && (page.type ?? 'page') === kind.slice(0, -1)) {
      const body = { storage: { representation: 'storage', value: page.body } }
      const isAsked = query.get('body-format') === 'storage'
      const _links = { ...links(fake, page), base: fake.site }
      return { body: { ...toCloud(fake, page), body: isAsked ? body : {}, _links } }
    }
    return answerRestriction(at)
  }

  function answerDataCenter({ path: at, query }: Asked): ApiAnswer | null {
    const space = query.get('spaceKey') ?? ''
    if (at === '/rest/api/space') {
      const keys = query.getAll('spaceKey')
      const spaces = fake.spaces.filter((key) => keys.length === 0 || isAmong(keys, key))
      return countedBatch(at, query, spaces.map(makeSpace))
    }
    const expand = query.get('expand')?.split(',') ?? []
    const wire = (page: FakePage) => toDataCenter(fake, page, expand)
    if (at === '/rest/api/content' || (at === '/rest/api/content/scan' && fake.hasScan)) {
      if (!fake.spaces.includes(space)) return NOT_FOUND
      const type = query.get('type') === 'blogpost' ? 'blogpost' : 'page'
      const current = pagesIn(makeSpace(space).id, type).filter(
        ({ status = 'current' }) => status === 'current',
      )
      const reply = at.endsWith('scan')
        ? scanBatch(at, query, current, wire)
        : countedBatch(at, query, current.map(wire))
      fake.batches += 1
      fake.afterBatch(fake.batches)
      return reply
    }
    const [, id] = /^\/rest\/api\/content\/(\d+)$/.exec(at) ?? []
    const page = findPage(id)
    if (page && page.status !== 'trashed') {
      const body = { storage: { representation: 'storage', value: page.body } }
      const base = { ...links(fake, page), base: fake.site, context: '' }
      const shown = expand.includes('body.storage') ? { body } : {}
      return { body: { ...wire(page), ...shown, _links: base } }
    }
    return answerRestriction(at)
  }

  function answerSearch(at: string, query: URLSearchParams): ApiAnswer {
    const expand = query.get('expand')?.split(',') ?? []
    // As the real one: a draft or a page in the trash above one of them ends the whole batch.
    if (expand.some((one) => one.startsWith('ancestors.'))) return NOT_FOUND
    const [, key = ''] =
      /^space = "([^"]+)" and type in \(page, blogpost\)$/.exec(query.get('cql') ?? '') ?? []
    const known = fake.pages.filter(
      ({ space = 'DOC', isNew, status = 'current' }) =>
        space === key && !isNew && status === 'current',
    )
    return scanBatch(
      at,
      query,
      known.toSorted((a, b) => a.id - b.id),
      ({ id, title, type = 'page', isRestricted = false }) => ({
        id: String(id),
        title,
        type,
        ...(expand.includes('restrictions.read.restrictions.user')
          ? { restrictions: { read: makeRestriction(isRestricted) } }
          : {}),
      }),
    )
  }

  function answerRestriction(at: string): ApiAnswer | null {
    const [, id] = /^\/rest\/api\/content\/(\d+)\/restriction\/byOperation\/read$/.exec(at) ?? []
    const found = findPage(id) ?? fake.folders.find((folder) => String(folder.id) === id)
    return found ? { body: makeRestriction(found.isRestricted ?? false) } : null
  }

  function cloudBatch<Item>(
    at: string,
    query: URLSearchParams,
    all: readonly Item[],
    toWire: (item: Item) => unknown,
  ): ApiAnswer {
    const [part, next] = cut(all, Number(query.get('cursor') ?? 0))
    const following = new URLSearchParams(query)
    following.set('cursor', String(next))
    const results = part.map(toWire)
    const link = next === null ? {} : { next: `/wiki${at}?${following.toString()}` }
    return { body: { results, _links: { ...link, base: fake.site } } }
  }

  /** Goes on after the last id, wherever that is by then. */
  function scanBatch(
    at: string,
    query: URLSearchParams,
    all: readonly FakePage[],
    toWire: (page: FakePage) => unknown,
  ): ApiAnswer {
    const after = Number(query.get('cursor') ?? 0)
    const rest = all.filter(({ id }) => id > after)
    const most = Number(query.get('limit') ?? 25)
    const part = rest.slice(0, Math.min(fake.perBatch, most))
    const following = new URLSearchParams(query)
    following.set('cursor', String(part.at(-1)?.id))
    const link = rest.length > part.length ? { next: `${at}?${following.toString()}` } : {}
    const _links = { ...link, base: fake.site, context: '' }
    return { body: { results: part.map(toWire), size: part.length, limit: fake.perBatch, _links } }
  }

  /** Cuts short what is asked for, and counts the start of the next page by that. */
  function countedBatch(at: string, query: URLSearchParams, all: readonly object[]): ApiAnswer {
    const start = Number(query.get('start') ?? 0)
    const limit = Number(query.get('limit') ?? 25)
    const results = all.slice(start, start + fake.perBatch)
    const hasMore = start + results.length < all.length
    const following = new URLSearchParams(query)
    following.set('start', String(start + limit))
    const link = hasMore ? { next: `${at}?${following.toString()}` } : {}
    return { body: { results, start, limit: fake.perBatch, size: results.length, _links: link } }
  }

  function cut<Item>(all: readonly Item[], from: number): [readonly Item[], number | null] {
    const next = from + fake.perBatch
    return [all.slice(from, next), next < all.length ? next : null]
  }

  function pagesIn(spaceId: string, type: string): FakePage[] {
    return fake.pages
      .filter((page) => makeSpace(page.space ?? 'DOC').id === spaceId)
      .filter((page) => (page.type ?? 'page') === type)
      .toSorted((a, b) => a.id - b.id)
  }

  function findPage(id: string | undefined): FakePage | undefined {
    return fake.pages.find((page) => String(page.id) === id)
  }
}

type Asked = { path: string; query: URLSearchParams }
