import { loadavg } from 'node:os'
import { buildWidget, WIDGET_DIR } from '../widget/build-widget.ts'
import { partSizes } from '../widget/part-sizes.ts'
import { says } from '../test/fakes/model-scripts.ts'
import {
  askIn,
  getLauncher,
  openPanel,
  getPanel,
  QUESTION,
  showWidget,
} from '../test/support/browser/widget-page.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { printTable } from './lib/table.ts'
import {
  tasksIn,
  TRACE_CATEGORIES,
  untilPainted,
  WATCH_PAINT,
  WATCH_SHIFTS,
} from './lib/widget/page.ts'
import type { WidgetParts } from './lib/widget/service.ts'
import { withWidget } from './lib/widget/service.ts'

const SIZE = { full: { openings: 20, seconds: 10 }, short: { openings: 3, seconds: 2 } }
const DELTAS_PER_SECOND = 100

/** One of every kind of block, with markers, again and again. */
const PIECES =
  `Create a second key; a knowledge base may have any number [1]. Put the new one where the old one was, then revoke the old key [1].

1. Create a key and put it where the old one was [1].
2. Revoke the old one. Every process refuses it within 5 seconds [2].

\`\`\`sh
footnote keys create --name "Docs site"
\`\`\`

`.match(/\S+\s*/g) as string[]

/**
 * How long the panel takes from the click to the screen, how long the page is blocked while an answer
 * streams, how much moves under the reader's eyes, and how much is loaded.
 */
export async function run({ short }: BenchOptions): Promise<Figures> {
  const { openings, seconds } = short ? SIZE.short : SIZE.full
  await buildWidget()
  const sizes = await partSizes(WIDGET_DIR)
  return withWidget(async (parts) => {
    const clicked = await openOften(parts, openings, false)
    const tapped = await openOften(parts, openings, true)
    const stream = await streamAnswer(parts, seconds * DELTAS_PER_SECOND)
    const figures = {
      // Other programs on the machine make every figure in milliseconds larger.
      loadAverage: rounded(loadavg()[0] ?? 0),
      openings,
      clickToPaintP50Ms: rounded(percentile(clicked, 0.5)),
      clickToPaintMaxMs: rounded(Math.max(...clicked)),
      tapToPaintP50Ms: rounded(percentile(tapped, 0.5)),
      tapToPaintMaxMs: rounded(Math.max(...tapped)),
      ...stream,
      gzippedBytes: { ...sizes },
    }
    printTable(
      'The widget in Chromium, on loopback',
      ['figure', 'measured', 'goal'],
      [
        ['click to panel painted, median ms', figures.clickToPaintP50Ms, '100'],
        ['click to panel painted, slowest ms', figures.clickToPaintMaxMs, '100'],
        ['tap to panel painted, median ms', figures.tapToPaintP50Ms, '100'],
        ['tap to panel painted, slowest ms', figures.tapToPaintMaxMs, '100'],
        [`longest task in ${stream.streamSeconds} s of streaming, ms`, stream.longestTaskMs, '50'],
        ['longest task, ms of CPU time', stream.longestTaskCpuMs, '50'],
        ['tasks over 50 ms', stream.tasksOver50Ms, '0'],
        ['tasks over 50 ms of CPU time', stream.tasksOver50CpuMs, '0'],
        ['cumulative layout shift', stream.layoutShift, '0'],
        ['loader, bytes gzipped', sizes.loader, '5000'],
        ['panel, bytes gzipped', sizes.panel, '30000'],
        ['markdown, bytes gzipped', sizes.markdown, '15000'],
        ['highlighter, bytes gzipped', sizes.highlighter, '9000'],
      ],
    )
    return figures
  })
}

/** Each time on a new page with an empty cache. A mouse comes near before it clicks; a finger does not. */
async function openOften(parts: WidgetParts, times: number, byTouch: boolean): Promise<number[]> {
  const took: number[] = []
  for (let time = 0; time < times; time += 1) {
    const page = await showWidget(parts, { context: { hasTouch: byTouch } })
    await getLauncher(page).waitFor()
    if (!byTouch) {
      await getLauncher(page).hover()
      await page.waitForLoadState('networkidle')
    }
    await page.evaluate(WATCH_PAINT)
    await (byTouch ? getLauncher(page).tap() : getLauncher(page).click())
    took.push(await untilPainted(page))
    await page.context().close()
  }
  return took
}

async function streamAnswer({ model, ...parts }: WidgetParts, deltas: number) {
  const page = await showWidget(parts, {})
  await page.evaluate(WATCH_SHIFTS)
  await openPanel(page)
  const pieces = Array.from({ length: deltas }, (_, at) => PIECES[at % PIECES.length] ?? '')
  model.script(says(pieces, { delayMs: 1000 / DELTAS_PER_SECOND }))
  await parts.browser.startTracing(page, { categories: TRACE_CATEGORIES })
  const startedMs = performance.now()
  await askIn(page, QUESTION)
  await getPanel(page).locator('.actions').waitFor({ timeout: 120_000 })
  const streamSeconds = (performance.now() - startedMs) / 1000
  const tasks = tasksIn(await parts.browser.stopTracing())
  const layoutShift = await page.evaluate<number>('window.layoutShift')
  await page.context().close()
  return {
    deltas,
    streamSeconds: rounded(streamSeconds),
    deltasPerSecond: rounded(deltas / streamSeconds),
    tasks: tasks.count,
    longestTaskMs: rounded(tasks.longestMs),
    longestTaskCpuMs: rounded(tasks.longestCpuMs),
    tasksOver50Ms: tasks.over50Ms,
    tasksOver50CpuMs: tasks.over50CpuMs,
    layoutShift: rounded(layoutShift),
  }
}
