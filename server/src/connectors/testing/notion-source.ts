import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { FakeNotion, FakePage } from '../../../../test/fakes/notion.ts'
import { startFakeNotion } from '../../../../test/fakes/notion.ts'
import type { ApiConnector, FetchOutcome } from '../connector.ts'
import { useApiSources } from './api-source.ts'

export const makeId = (number: number): string =>
  `3d1f0c52-77aa-4e0b-9a35-${String(number).padStart(12, '0')}`
export const makeKey = (number: number): string => `page:${makeId(number)}`

export const notionPage = (number: number, change: Partial<FakePage> = {}): FakePage => ({
  id: makeId(number),
  title: `Valve ${number}`,
  markdown: `Oil valve ${number} **once** a year.`,
  last_edited_time: `2026-10-05T14:0${number}:00.000Z`,
  ...change,
})

/** A fake workspace that has five pages before each test, two in a batch. */
export function useNotion(give: (notion: FakeNotion) => void) {
  const { connect: connectTo, pauses } = useApiSources()
  let notion: FakeNotion
  beforeAll(async () => {
    notion = await startFakeNotion()
    give(notion)
  })
  afterAll(() => notion.close())
  beforeEach(() => {
    Object.assign(notion, {
      pages: [1, 2, 3, 4, 5].map((number) => notionPage(number)),
      dataSources: [],
      blocks: {},
      perBatch: 2,
      mostRows: 10_000,
      afterBatch: () => undefined,
      token: 'ntn_heron-quartz-integration-token',
    })
    notion.calls.length = 0
    pauses.length = 0
  })
  const connect = (token: string | null = notion.token): ApiConnector =>
    connectTo(
      { type: 'notion', api_url: notion.origin },
      token === null ? null : { type: 'token', token },
    )
  return {
    pauses,
    connect,
    fetchPage: (number: number, connector = connect()): Promise<FetchOutcome> =>
      connector.fetch(
        { key: makeKey(number), version: null, validators: null },
        new AbortController().signal,
      ),
  }
}
