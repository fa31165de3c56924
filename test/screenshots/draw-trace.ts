import type { CollectedSpan, PlacedSpan } from '../fakes/trace-collector.ts'

const WIDTH = 640
const NAMES_WIDTH = 190
const LABEL_WIDTH = 75
const TIMELINE = { left: 20 + NAMES_WIDTH, width: WIDTH - 40 - NAMES_WIDTH - LABEL_WIDTH }
const ROW = 26
const TOP = 84
/** So that what is over at once can be seen. */
const LEAST_WIDTH = 2

const STYLE = `
  .paper { fill: #faf8f3; stroke: #e2ddd1 }
  .bar { fill: #0b5c63 }
  .model { fill: #8a5300 }
  .grid { stroke: #e2ddd1 }
  .moment { stroke: #57534a; stroke-dasharray: 3 3 }
  text { font: 14px 'IBM Plex Sans', system-ui, sans-serif; fill: #1e1c17 }
  .small { font-size: 13px; fill: #57534a }
  .bold { font-weight: 600 }
  .mono { font-family: 'IBM Plex Mono', ui-monospace, monospace; font-size: 13px }
  .tokens { font-size: 11px; fill: #faf8f3; text-anchor: middle }
  .end { text-anchor: end }
  .middle { text-anchor: middle }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #161511; stroke: #37342d }
    .bar { fill: #6fc4c6 }
    .model { fill: #e6b265 }
    .grid { stroke: #37342d }
    .moment { stroke: #c2bcae }
    text { fill: #f1ede3 }
    .small { fill: #c2bcae }
    .tokens { fill: #161511 }
  }`

/** A trace as tools for traces show it: a row for each span, at its time. */
export function drawTrace(title: string, trace: readonly PlacedSpan[]): string {
  const request = trace[0]?.span
  if (!request) throw new Error('The trace has no span')
  const toMs = (timeNs: bigint) => Number(timeNs - request.startedNs) / 1e6
  const totalMs = toMs(request.endedNs)
  const toX = (ms: number) => TIMELINE.left + (ms / totalMs) * TIMELINE.width
  const bottom = TOP + trace.length * ROW
  const rows = trace.map(({ span, depth }, index) => {
    const y = TOP + index * ROW
    const x = toX(toMs(span.startedNs))
    const width = Math.max(toX(toMs(span.endedNs)) - x, LEAST_WIDTH)
    const name = depth === 0 ? 'POST …/chat' : span.name
    const color = span.name.startsWith('chat ') ? 'model' : 'bar'
    return [
      `<text class="mono" x="${20 + depth * 14}" y="${y + 18}">${escape(name)}</text>`,
      `<rect class="${color}" x="${x.toFixed(1)}" y="${y + 6}" width="${width.toFixed(1)}" height="14" rx="2"/>`,
      ...getTokens(span).map(
        (text) =>
          `<text class="tokens" x="${(x + width / 2).toFixed(1)}" y="${y + 17}">${text}</text>`,
      ),
      `<text class="small end" x="${WIDTH - 20}" y="${y + 18}">${describe(span)}</text>`,
    ].join('')
  })
  const firstWordNs = request.eventsNs[request.events.indexOf('first_delta')]
  if (firstWordNs === undefined) throw new Error('The trace has no first word')
  const firstWord = toMs(firstWordNs)
  const firstX = toX(firstWord).toFixed(1)
  const height = bottom + 20
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title desc">
<title id="title">The trace of an answer</title>
<desc id="desc">${escape(trace.map(({ span }) => `${span.name}: ${describe(span)}`).join('; '))}</desc>
<style>${STYLE}
</style>
<rect class="paper" x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>
<text class="bold" x="20" y="32">${escape(title)}</text>
<text class="small end" x="${WIDTH - 20}" y="32">${escape(String(request.attributes['footnote.outcome']))}</text>
<path class="grid" d="M20 ${TOP - 6}H${WIDTH - 20}"/>
<path class="moment" d="M${firstX} ${TOP - 18}V${bottom}"/>
<text class="small middle" x="${firstX}" y="${TOP - 24}">first word, ${formatMs(firstWord)}</text>
${rows.join('\n')}
</svg>
`
}

const describe = (span: CollectedSpan) => formatMs(Number(span.endedNs - span.startedNs) / 1e6)

/** What a call of a model took and gave. */
function getTokens({ attributes }: CollectedSpan): string[] {
  const input = attributes['gen_ai.usage.input_tokens']
  const output = attributes['gen_ai.usage.output_tokens']
  return typeof input === 'number' ? [`${input} tokens in, ${String(output)} out`] : []
}

const formatMs = (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`)

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
