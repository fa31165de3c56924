import type { Page } from 'playwright-core'

/** For the page to run before anything else: milliseconds from a click to the panel on the screen. */
export const WATCH_PAINT = `addEventListener('click', ({ timeStamp }) => {
  const look = () => {
    const root = document.querySelector('footnote-widget')?.shadowRoot
    if (!root?.querySelector('.panel')) return requestAnimationFrame(look)
    // The frame that draws it is over when the next task runs.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => { window.paintedMs = performance.now() - timeStamp }
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}, { capture: true, once: true })`

/** Layout shifts as browsers count them: not those within half a second after input. */
export const WATCH_SHIFTS = `window.layoutShift = 0
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) {
    if (!hadRecentInput) window.layoutShift += value
  }
}).observe({ type: 'layout-shift', buffered: true })`

export async function untilPainted(page: Page): Promise<number> {
  await page.waitForFunction('window.paintedMs !== undefined')
  return page.evaluate<number>('window.paintedMs')
}

export const TRACE_CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline']

export type Tasks = {
  count: number
  longestMs: number
  /** Without the time that the machine spent on other programs. */
  longestCpuMs: number
  over50Ms: number
  over50CpuMs: number
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** Tasks of the page's main thread in a trace of Chromium. */
export function tasksIn(trace: Buffer): Tasks {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }
  const getThread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(getThread),
  )
  const tasks = traceEvents.filter(
    (event) => event.ph === 'X' && event.name.endsWith('RunTask') && mains.has(getThread(event)),
  )
  if (tasks.length === 0) throw new Error('The trace has no tasks of the main thread')
  const longest = (micros: (event: TraceEvent) => number | undefined) =>
    tasks.reduce((most, event) => Math.max(most, micros(event) ?? 0), 0) / 1000
  return {
    count: tasks.length,
    longestMs: longest(({ dur }) => dur),
    longestCpuMs: longest(({ tdur }) => tdur),
    over50Ms: tasks.filter(({ dur }) => (dur ?? 0) > 50_000).length,
    over50CpuMs: tasks.filter(({ tdur }) => (tdur ?? 0) > 50_000).length,
  }
}
