import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FakeConfluence } from '../../../../test/fakes/confluence.ts'
import {
  API_TOKEN,
  EMAIL,
  PERSONAL_TOKEN,
  startFakeConfluence,
} from '../../../../test/fakes/confluence.ts'
import { useApiSources } from '../testing/api-source.ts'
import {
  confluencePage as page,
  RESTRICTED,
  shownPages as shown,
} from '../testing/confluence-source.ts'
import { listAll } from '../testing/crawl.ts'

const { connect: connectTo } = useApiSources()
const { signal } = new AbortController()

describe('Cloud', () => {
  let fake: FakeConfluence
  beforeAll(async () => {
    fake = await startFakeConfluence('cloud')
  })
  afterAll(() => fake.close())
  const signedIn = { type: 'basic', username: EMAIL, password: API_TOKEN } as const

  test('a token with scopes is sent to the gateway only, which is told the number of the site', async () => {
    const gateway = await startFakeConfluence('cloud')
    Object.assign(gateway, { isScoped: true, pages: [page(1), page(2), page(3)] })
    const connector = connectTo(
      { type: 'confluence', url: fake.site, edition: 'cloud', api_url: gateway.origin },
      signedIn,
    )
    expect(shown(await listAll(connector))).toHaveLength(3)
    const known = { key: 'page:1', version: '1 open', validators: null }
    expect(await connector.fetch(known, signal)).toMatchObject({ kind: 'fetched' })
    expect(fake.calls.map(({ url }) => url.pathname)).toEqual(['/_edge/tenant_info'])
    expect(fake.calls[0]?.headers.authorization).toBeUndefined()
    await gateway.close()
  })

  test('a page below a folder that only some may see is left out; each folder is asked for once', async () => {
    fake.folders = [{ id: 90, isRestricted: true }, { id: 91, parent: 90 }, { id: 92 }]
    fake.pages = [
      page(1, { parent: 91 }),
      page(2, { parent: 91 }),
      page(3, { parent: 92 }),
      page(4, { parent: 3 }),
      page(5, { parent: 99 }),
    ]
    fake.calls.length = 0
    const connector = connectTo({ type: 'confluence', url: fake.site, edition: 'cloud' }, signedIn)
    expect(shown(await listAll(connector)).map((each) => each.slice(0, 12))).toEqual([
      'page:1 1 res',
      'page:2 2 res',
      'page:3 3 ope',
      'page:4 4 ope',
      'page:5 5 res',
    ])
    const asked = fake.calls.filter(({ url }) => url.pathname.includes('byOperation'))
    expect(asked).toHaveLength(4)
  })

  test('pages that the search does not know yet are asked for', async () => {
    fake.pages = [page(1, { isNew: true, isRestricted: true }), page(2, { isNew: true }), page(3)]
    const connector = connectTo({ type: 'confluence', url: fake.site, edition: 'cloud' }, signedIn)
    expect(shown(await listAll(connector))).toEqual([
      `page:1 1 restricted: ${RESTRICTED}`,
      'page:2 2 open',
      'page:3 3 open',
    ])
  })

  test('a thousand pages take few requests to list', async () => {
    fake.perBatch = 250
    fake.pages = Array.from({ length: 1000 }, (_, index) => page(index + 1))
    fake.calls.length = 0
    const connector = connectTo({ type: 'confluence', url: fake.site, edition: 'cloud' }, signedIn)
    expect(await listAll(connector)).toHaveLength(1000)
    // Spaces twice, four batches of pages, one of blog posts, five of the search.
    expect(fake.calls).toHaveLength(12)
  })
})

describe('Data Center', () => {
  let fake: FakeConfluence
  beforeAll(async () => {
    fake = await startFakeConfluence('data_center')
  })
  afterAll(() => fake.close())
  const connect = () =>
    connectTo(
      { type: 'confluence', url: `${fake.site}/` },
      { type: 'token', token: PERSONAL_TOKEN },
    )

  test('one before 7.18 is read by counting, also when the list shifts', async () => {
    Object.assign(fake, {
      hasScan: false,
      perBatch: 3,
      pages: [1, 2, 3, 4, 5, 6, 7].map((id) => page(id)),
    })
    const all = [1, 2, 3, 4, 5, 6, 7].map((id) => `page:${id} ${id} open`)
    expect(shown(await listAll(connect()))).toEqual(all)
    let isShifted = false
    fake.afterBatch = () => {
      if (!isShifted) fake.pages = fake.pages.slice(1)
      isShifted = true
    }
    expect(new Set(shown(await listAll(connect())))).toEqual(new Set(all))
  })

  test('a thousand pages take few requests to list', async () => {
    Object.assign(fake, { hasScan: true, perBatch: 100, afterBatch: () => undefined })
    fake.pages = Array.from({ length: 1000 }, (_, index) => page(index + 1))
    fake.calls.length = 0
    expect(await listAll(connect())).toHaveLength(1000)
    // Spaces twice, ten batches of pages, one of blog posts.
    expect(fake.calls).toHaveLength(13)
  })
})
