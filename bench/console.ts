import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { buildConsole } from '../console/build-console.ts'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { openBrowser } from '../test/support/browser/browser.ts'
import { openConsole, pathOf, WATCH_INTERACTIONS } from '../test/support/browser/console.ts'
import type { Knowledge } from '../test/support/knowledge.ts'
import { createKnowledge } from '../test/support/knowledge.ts'
import type { Service } from '../test/support/service.ts'
import { startService } from '../test/support/service.ts'
import { fillLargeBase, MESSAGES, PAGES } from '../test/support/store/large-base.ts'
import { withDatabase } from './lib/database.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { printTable } from './lib/table.ts'

const ROUNDS = { full: 10, short: 1 }
const SOURCES = 50
const GOAL_MS = 100

/** An input, and what is on the page once it has had its effect. */
type Step = { act: (page: Page) => Promise<unknown>; until: (page: Page) => Promise<unknown> }

/** Asked again and again: the page's policy lets nothing be evaluated in it that waits. */
async function rows(page: Page, count: number): Promise<void> {
  const seen = page.locator('tbody tr')
  for (let tries = 0; (await seen.count()) !== count; tries += 1) {
    if (tries > 2_000) throw new Error(`${await seen.count()} rows, not ${count}`)
    await delay(5)
  }
}
const link = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click()
const titled = (name: string) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

const STEPS: Record<string, Step> = {
  'open Pages': { act: link('Pages'), until: (page) => rows(page, 50) },
  'load more pages': {
    act: (page) => page.getByRole('button', { name: 'Load more' }).click(),
    until: (page) => rows(page, 100),
  },
  'load yet more pages': {
    act: (page) => page.getByRole('button', { name: 'Load more' }).click(),
    until: (page) => rows(page, 150),
  },
  'select all pages shown': {
    act: (page) => page.getByLabel('Select all pages shown').check(),
    until: (page) => page.getByText('150 pages selected').waitFor(),
  },
  'sort by title': {
    act: (page) => page.getByRole('button', { name: 'Page', exact: true }).click(),
    until: (page) => rows(page, 50),
  },
  'filter by state': {
    act: (page) => page.getByLabel('State').selectOption('failed'),
    until: (page) => rows(page, 40),
  },
  'open the command palette': {
    act: (page) => page.keyboard.press('Control+k'),
    until: (page) => page.getByRole('combobox', { name: 'Search or jump' }).waitFor(),
  },
  'type in the palette': {
    act: (page) => page.keyboard.type('sour'),
    until: (page) => page.getByRole('dialog').getByRole('option').first().waitFor(),
  },
  'go to Sources': {
    act: (page) => page.keyboard.press('Enter'),
    until: (page) => page.getByText(`Product ${SOURCES}`).waitFor(),
  },
  'open Questions': {
    act: link('Questions'),
    until: (page) => page.getByRole('button', { name: 'Why?' }).first().waitFor(),
  },
  'load more questions': {
    act: (page) => page.getByRole('button', { name: 'Load more' }).click(),
    until: (page) => rows(page, 100),
  },
  'open a question': {
    act: (page) => page.getByRole('button', { name: 'Why?' }).first().click(),
    until: (page) => page.getByRole('dialog').getByText('So.').first().waitFor(),
  },
  'close it': {
    act: (page) => page.keyboard.press('Escape'),
    until: (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
  },
  'filter questions by outcome': {
    act: (page) => page.getByLabel('Outcome').selectOption({ label: 'Not covered' }),
    until: (page) => rows(page, 0),
  },
  'open Analytics': { act: link('Analytics'), until: titled('Analytics') },
  'open the Audit log': { act: link('Audit log'), until: (page) => rows(page, 100) },
}

/** How long the console takes to answer an input, by the browser's own measure, and to show the result. */
export async function run({ short }: BenchOptions): Promise<Figures> {
  const rounds = short ? ROUNDS.short : ROUNDS.full
  await buildConsole()
  const times = await withDatabase(async ({ ownerUrl }) => {
    await using service = await startService({ databaseUrl: ownerUrl, command: 'api' })
    const docs = await createKnowledge(service, 'Large')
    for (let at = 1; at <= SOURCES; at += 1) {
      await service.admin.sources.create(docs.knowledgeBaseId, {
        name: `Product ${at}`,
        settings: { type: 'files', base_url: `https://p${at}.acme.example/` },
        sync: false,
      })
    }
    await fillLargeBase(ownerUrl, docs)
    await using browser = await openBrowser()
    return await measure(service, browser, docs, rounds)
  })
  printTable(
    `The console with ${PAGES} pages and ${MESSAGES} answers (goal: ${GOAL_MS} ms to the next frame)`,
    ['input', 'next frame ms, p50', 'longest', 'result ms, p50', 'longest'],
    Object.entries(times).map(([name, { frame, result }]) => [name, ...frame, ...result]),
  )
  // Other programs on the machine make every figure larger.
  return { rounds, loadAverage: rounded(loadavg()[0] ?? 0), times }
}

type Times = Record<string, { frame: [number, number]; result: [number, number] }>

async function measure(
  service: Service,
  browser: Awaited<ReturnType<typeof openBrowser>>,
  docs: Knowledge,
  rounds: number,
): Promise<Times> {
  const frames = new Map<string, number[]>()
  const results = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    const { page } = await openConsole(service, browser, pathOf(docs))
    await titled('Overview')(page)
    await page.evaluate(WATCH_INTERACTIONS)
    for (const [name, { act, until }] of Object.entries(STEPS)) {
      await page.evaluate('longestInteraction = 0')
      const begin = performance.now()
      await act(page)
      await until(page)
      add(results, name, performance.now() - begin)
      // The observer is told of an interaction after its frame.
      await page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))',
      )
      add(frames, name, await page.evaluate<number>('longestInteraction'))
    }
    await page.context().close()
  }
  const summary = (all: number[] = []): [number, number] => [
    rounded(percentile(all, 0.5)),
    rounded(Math.max(...all)),
  ]
  return Object.fromEntries(
    Object.keys(STEPS).map((name) => [
      name,
      { frame: summary(frames.get(name)), result: summary(results.get(name)) },
    ]),
  )
}

function add(times: Map<string, number[]>, name: string, time: number): void {
  times.set(name, [...(times.get(name) ?? []), time])
}
