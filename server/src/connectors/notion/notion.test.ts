import { expect, test } from 'vitest'
import type { FakeNotion } from '../../../../test/fakes/notion.ts'
import { parseHtml } from '../../parsing/html/html.ts'
import type { FetchOutcome, FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { crawl, listAll } from '../testing/crawl.ts'
import { makeId, makeKey, notionPage, useNotion } from '../testing/notion-source.ts'

let notion: FakeNotion
const { connect, fetchPage } = useNotion((fake) => (notion = fake))
const { signal } = new AbortController()

const SOURCE = 'b2e40977-1f3c-4d55-8a10-6f7e8d9c0b1a'
const keys = (found: readonly FoundPage[]) => found.map(({ key }) => key).toSorted()
const paths = () => notion.calls.map(({ url }) => url.pathname)

function readBlocks(outcome: FetchOutcome): string[] {
  if (outcome.kind !== 'fetched') throw new Error(`It is ${outcome.kind}.`)
  return parseHtml(String(outcome.page.content)).blocks.map(({ text }) => text)
}

test('every shared page is listed once with the minute of its last change', async () => {
  const found = await listAll(connect())
  expect(found).toEqual(
    notion.pages.map(({ id, title, last_edited_time }) => ({
      key: `page:${id}`,
      version: last_edited_time,
      containers: [`root:${title}`],
    })),
  )
  expect(paths()).toEqual(['/v1/search', '/v1/search', '/v1/search', '/v1/search'])
})

test('a page is in its database, and in the topmost page that is shared', async () => {
  notion.dataSources = [
    { id: SOURCE, title: 'Valves', below: makeId(1) },
    { id: makeId(90), title: 'Alone' },
  ]
  notion.pages = [
    notionPage(5, { dataSource: SOURCE }),
    notionPage(6, { parent: makeId(5) }),
    notionPage(7, { dataSource: SOURCE, isIndexed: false }),
    notionPage(8, { dataSource: makeId(90) }),
    notionPage(9, { parent: makeId(77) }),
    notionPage(1),
    notionPage(2, { parent: makeId(3), last_edited_time: '2026-10-05T14:01:00.000Z' }),
    notionPage(3, { parent: makeId(2), last_edited_time: '2026-10-05T14:02:00.000Z' }),
  ]
  const found = await listAll(connect())
  const valves = ['database:Valves', 'root:Valve 1']
  expect(Object.fromEntries(found.map(({ key, containers }) => [key, containers]))).toEqual({
    [makeKey(1)]: ['root:Valve 1'],
    [makeKey(2)]: ['root:Valve 3'],
    [makeKey(3)]: ['root:Valve 2'],
    [makeKey(5)]: valves,
    [makeKey(6)]: valves,
    [makeKey(7)]: valves,
    [makeKey(8)]: ['database:Alone'],
    [makeKey(9)]: ['root:Valve 9'],
  })
})

test('a page that changed within the last two minutes has no version, since it may change again', async () => {
  const minute = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString()
  notion.pages = [
    notionPage(1, { last_edited_time: minute(10) }),
    notionPage(2, { last_edited_time: minute(1) }),
  ]
  const found = await listAll(connect())
  expect(found.map(({ version }) => version !== null)).toEqual([true, false])
})

test('rows of databases are listed, also those that search has not found yet', async () => {
  notion.dataSources = [{ id: SOURCE, title: 'Valves' }]
  notion.pages = [
    notionPage(1, { dataSource: SOURCE }),
    notionPage(2, { dataSource: SOURCE, isIndexed: false }),
    notionPage(3, { in_trash: true }),
  ]
  expect(keys(await listAll(connect()))).toEqual([makeKey(1), makeKey(2)])
})

test('a query that Notion cuts off goes on from its last row', async () => {
  notion.dataSources = [{ id: SOURCE, title: 'Valves' }]
  notion.pages = notion.pages.map((one) => ({ ...one, dataSource: SOURCE, isIndexed: false }))
  notion.mostRows = 3
  expect(await listAll(connect())).toHaveLength(5)
  // All changed in the same minute: there is no telling them apart.
  notion.pages = notion.pages.map((one) => ({
    ...one,
    last_edited_time: '2026-10-05T14:00:00.000Z',
  }))
  await expect(listAll(connect())).rejects.toThrow(/does not list all rows/)
})

test('a page has its title, its text and the address that readers know', async () => {
  expect(await fetchPage(1)).toEqual({
    kind: 'fetched',
    page: {
      url: `${notion.origin}/3d1f0c5277aa4e0b9a35000000000001`,
      title: 'Valve 1',
      content:
        '<!doctype html><html><head><title>Valve 1</title></head>' +
        '<body><main><h1>Valve 1</h1><p>Oil valve 1 once a year.</p></main></body></html>',
      contentType: 'text/html',
      publishedAt: new Date('2026-03-01T19:05:00Z'),
      validators: null,
    },
    found: [],
  })
})

test('a row shows its properties before its text', async () => {
  const property = (type: string, value: unknown) => ({ id: 'x', type, [type]: value })
  notion.pages[0] = notionPage(1, {
    properties: {
      Status: property('status', { name: 'In use' }),
      Tags: property('multi_select', [{ name: 'oil' }, { name: 'brass' }]),
      Checked: property('checkbox', true),
      Since: property('date', { start: '2026-01-02', end: null }),
      Replaces: property('relation', [{ id: makeId(2) }, { id: makeId(9) }]),
      Pressure: property('formula', { type: 'number', number: 4.5 }),
      Parts: property('rollup', {
        type: 'array',
        function: 'show_original',
        array: [property('rich_text', [{ plain_text: 'Spring' }]), property('number', 2)],
      }),
      Number: property('unique_id', { prefix: 'V', number: 7 }),
      Keeper: property('people', [{ object: 'user', id: 'u', name: 'Ada' }]),
      Press: property('button', {}),
      Note: property('rich_text', []),
      Changed: property('last_edited_time', '2026-10-05T14:48:00.000Z'),
    },
  })
  expect(readBlocks(await fetchPage(1))).toEqual([
    'Valve 1',
    [
      '- Status: In use',
      '- Tags: oil, brass',
      '- Checked: Yes',
      '- Since: 2026-01-02',
      '- Replaces: Valve 2',
      '- Pressure: 4.5',
      '- Parts: Spring, 2',
      '- Number: V-7',
      '- Keeper: Ada',
    ].join('\n'),
    'Oil valve 1 once a year.',
  ])
})

test('child pages and rows of databases in a page are found, though search misses them', async () => {
  notion.dataSources = [{ id: SOURCE, title: 'Valves', isIndexed: false }]
  notion.pages = [
    notionPage(1, {
      markdown:
        `<page url="https://www.notion.so/Child-${makeId(2).replaceAll('-', '')}">Child</page>\n` +
        `<database url="https://www.notion.so/${SOURCE.replaceAll('-', '')}" inline="true" data-source-url="collection://${SOURCE}">Valves</database>`,
    }),
    notionPage(2, { isIndexed: false }),
    notionPage(3, { isIndexed: false, dataSource: SOURCE }),
  ]
  const outcomes = await crawl(connect())
  expect([...outcomes.keys()].toSorted()).toEqual([makeKey(1), makeKey(2), makeKey(3)])
  expect(readBlocks(outcomes.get(makeKey(1))!)).toEqual(['Valve 1', 'Child', 'Valves'])
})

test('rows of a database that was listed are not asked for again', async () => {
  notion.dataSources = [{ id: SOURCE, title: 'Valves' }]
  notion.pages = [
    notionPage(1, {
      markdown: `<database url="x" data-source-url="collection://${SOURCE}">V</database>`,
    }),
    notionPage(2, { dataSource: SOURCE }),
  ]
  await crawl(connect())
  expect(paths().filter((path) => path.endsWith('/query'))).toHaveLength(1)
})

test('what the Markdown leaves out is asked for: the rest of a long page, and bookmarks', async () => {
  const unknown = (number: number) =>
    `<unknown url="https://www.notion.so/x#${makeId(number).replaceAll('-', '')}" alt="bookmark"/>`
  notion.pages[0] = notionPage(1, {
    markdown: ['First.', ...[70, 71, 72, 73, 74].map(unknown), 'Last.'].join('\n'),
    truncated: [makeId(70), makeId(74)],
  })
  notion.blocks = {
    [makeId(70)]: { markdown: `Second.\n${unknown(75)}` },
    [makeId(71)]: {
      type: 'bookmark',
      content: { url: 'https://valves.example/', caption: [{ plain_text: 'The maker' }] },
    },
    [makeId(72)]: { type: 'embed', content: { url: 'https://video.example/1', caption: [] } },
    [makeId(75)]: { type: 'link_to_page', content: { type: 'page_id', page_id: makeId(2) } },
  }
  const connector = connect()
  await listAll(connector)
  // 73 is of a type that Notion refuses to read, and 74 is not shared.
  notion.interrupt(new RegExp(`blocks/${makeId(73)}`), { status: 400, body: {} })
  expect(readBlocks(await fetchPage(1, connector))).toEqual([
    'Valve 1',
    'First.',
    'Second.',
    'Valve 2',
    'The maker',
    'https://video.example/1',
    'Last.',
  ])
})

test('what is in the trash is gone, and so is what is no longer shared, with another reason', async () => {
  notion.pages[0] = notionPage(1, { in_trash: true })
  expect(await fetchPage(1)).toMatchObject({ kind: 'gone', reason: expect.stringMatching(/trash/) })
  expect(await fetchPage(9)).toMatchObject({
    kind: 'gone',
    reason: expect.stringMatching(/not shared any more/),
  })
  // Between its properties and its text.
  notion.interrupt(/markdown$/, { status: 404, body: {} })
  expect(await fetchPage(2)).toMatchObject({ kind: 'gone' })
})

test('a page that may not be read is skipped, and one without text', async () => {
  notion.interrupt(/pages/, { status: 403, body: {} })
  expect(await fetchPage(1)).toMatchObject({
    kind: 'skipped',
    reason: expect.stringMatching(/status 403/),
  })
  notion.pages[0] = notionPage(1, { markdown: '<empty-block/>\n' })
  expect(await fetchPage(1)).toMatchObject({ kind: 'skipped', reason: 'It has no text.' })
})

test('when nothing is shared any more the listing fails, since nothing was deleted', async () => {
  notion.pages = []
  await expect(listAll(connect())).rejects.toThrow(/shows this connection no page/)
  await expect(connect().check(signal)).rejects.toThrow(SourceError)
})

test('the check says what is shared', async () => {
  expect(await connect().check(signal)).toBe('2 or more pages and 0 databases')
  notion.pages = [notionPage(1)]
  notion.dataSources = [{ id: SOURCE, title: 'Valves' }]
  expect(await connect().check(signal)).toBe('1 page and 1 database')
})

test('requests for 1,000 pages: a tenth of them rows of a database', async () => {
  notion.perBatch = 100
  notion.dataSources = [{ id: SOURCE, title: 'Valves' }]
  notion.pages = Array.from({ length: 1000 }, (_, number) =>
    notionPage(number, {
      last_edited_time: '2026-10-05T14:00:00.000Z',
      ...(number % 10 === 0 ? { dataSource: SOURCE } : {}),
    }),
  )
  const connector = connect()
  const found = await listAll(connector)
  expect(found).toHaveLength(1000)
  // Without changes nothing else is asked for.
  expect(notion.calls).toHaveLength(10 + 1 + 1)
  for (const { key, version } of found.slice(0, 10)) {
    await connector.fetch({ key, version, validators: null }, signal)
  }
  expect(notion.calls).toHaveLength(12 + 2 * 10)
})
