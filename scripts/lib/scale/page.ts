import { assumptions } from './assumptions.ts'
import { cost } from './cost.ts'
import { limitsOfACell, searchEngine, unknown } from './limits.ts'
import {
  about,
  inDollars,
  inMegabytes,
  inMilliseconds,
  inTerabytes,
  percent,
  table,
  whole,
} from './markdown.ts'
import type { Scale } from './model.ts'
import { ASSUMED, computeScale, FILLED } from './model.ts'
import type { Results } from './results.ts'

export function renderScale(results: Results): string {
  const scale = computeScale(results)
  return [
    introduction(scale),
    assumptions(scale),
    storage(results, scale),
    wal(results, scale),
    cores(results, scale),
    memory(results, scale),
    cells(results, scale),
    limitsOfACell(results, scale),
    cost(scale),
    searchEngine(results, scale),
    unknown(results),
  ].join('\n')
}

const introduction = ({
  cells: count,
  diskBytes,
  coresByWork,
  apiCores,
  computeCost,
}: Scale): string =>
  `# Scale on paper

What would it take to serve ${whole(ASSUMED.knowledgeBases)} knowledge bases with a billion passages at ${whole(ASSUMED.questionsPerSecond)} questions a second? Nobody has run that. This page calculates it from what was measured on a machine with two cores, and says what is assumed, so that you can see which figure to doubt and put in your own. \`npm run scale\` makes it from [bench/results](../bench/results); the assumptions are in [scripts/lib/scale/model.ts](../scripts/lib/scale/model.ts).

In short: **${count} [cells](guides/cells.md)** of three database servers each, ${about(coresByWork.postgres + apiCores)} cores that are half busy at the peak, ${inTerabytes(diskBytes)} of data, and about ${inDollars(computeCost.own)} a month, which is ${inDollars(computeCost.ownOfABase)} for a knowledge base. Stored conversations fill the disks long before passages do. A hosted model that writes every answer would cost ${about(computeCost.model / computeCost.own)} times as much as all of it.
`

function storage({ storage: measured }: Results, scale: Scale): string {
  const { passage, changedPassage, answer } = measured
  const rows = passage.relations.map(({ name, bytes }) => [
    name === 'all others' ? name : `\`${name}\``,
    whole(bytes),
    percent(bytes / passage.bytes),
  ])
  return `## Storage

What one passage of the Kubernetes documentation takes on disk, of ${whole(measured.passages)} that came through the API:

${table(
  ['table or index', 'bytes', 'share'],
  [...rows, ['**together**', `**${whole(passage.bytes)}**`, '']],
)}

\`passages\` holds the text, its terms and their weights, \`passage_vectors\` 384 numbers of two bytes. After every page had changed once it was ${whole(changedPassage.bytes)} bytes, until vacuum makes room of the dead rows: leave autovacuum on.

${table(
  ['what', 'each', 'in all'],
  [
    [
      'passages, with dead rows',
      `${whole(passage.bytes)} B`,
      inTerabytes(scale.diskByUse.passages),
    ],
    [
      'vector indexes of large knowledge bases, with a copy of the vectors',
      `${whole(scale.vectorIndexBytes)} B`,
      inTerabytes(scale.diskByUse.vectorIndexes),
    ],
    [
      `answers of ${ASSUMED.conversationDays} days, with their traces`,
      `${whole(answer.bytes)} B`,
      inTerabytes(scale.diskByUse.conversations),
    ],
    ['**together**, and as much on each standby', '', `**${inTerabytes(scale.diskBytes)}**`],
  ],
)}

Answers are ${percent(scale.diskByUse.conversations / scale.diskBytes)} of it, so [how long they are kept](guides/answering.md#what-is-stored-and-for-how-long) decides how much disk you need. Every workspace has its own setting, and without one they are kept for good.
`
}

function wal({ storage: { passage, changedPassage, answer } }: Results, scale: Scale): string {
  const kilobytes = (bytes: number) => `${about(bytes / 1_000)} kB`
  return `## WAL

What PostgreSQL writes ahead, sends to its standbys and archives.

${table(
  ['what', 'each', 'in all'],
  [
    ['a new passage', kilobytes(passage.walBytes), `${inTerabytes(scale.walByCause.fill)}, once`],
    [
      'a changed passage',
      kilobytes(changedPassage.walBytes),
      `${inTerabytes(scale.walByCause.changesADay)} a day`,
    ],
    [
      'an answer',
      kilobytes(answer.walBytes),
      `${inTerabytes(scale.walByCause.answersADay)} a day, ${inMegabytes(scale.walAtPeak)} a second at the peak`,
    ],
  ],
)}

A passage writes ${about(passage.walBytes / passage.bytes)} times its size, and ${percent(passage.wal['Gin'] ?? 0)} of that is for the index of terms, which gets an entry for each word. A cell writes ${inMegabytes(scale.ofACell.walPerSecond)} a second at the peak, which its network and its disk hardly notice, and ${inTerabytes(scale.walByCause.fill / scale.cells)} while it is filled: give that days, not hours.
`
}

const cores = ({ storage: { search, answer } }: Results, scale: Scale): string => `## Cores

CPU time with ${whole(scale.passagesOfABase)} passages, where every vector is compared, and the cores for ${whole(ASSUMED.questionsPerSecond)} answers a second at ${percent(FILLED.cores)} load.

${table(
  ['where', 'a search', 'an answer', 'cores'],
  [
    [
      'PostgreSQL',
      inMilliseconds(search.postgresMs),
      inMilliseconds(answer.postgresMs),
      about(scale.coresByWork.postgres),
    ],
    [
      'the service',
      inMilliseconds(search.nodeMs),
      inMilliseconds(answer.nodeMs),
      about(scale.coresByWork.node),
    ],
    [
      'embedding a question that is not cached',
      inMilliseconds(scale.embedQueryMs),
      inMilliseconds(scale.embedQueryMs),
      about(scale.coresByWork.embedding),
    ],
  ],
)}

These answers are extracts, without a model; waiting for a hosted one takes hardly any CPU time. Searches alone would need ${percent(search.postgresMs / answer.postgresMs)} of the database’s cores. Filling in the billion passages takes ${about(scale.fillCoreHours / 1_000)} thousand core hours once, ${percent((ASSUMED.passages * scale.embedPassageMs) / 3_600_000 / scale.fillCoreHours)} of them for embedding, which a GPU or a hosted model would take over.
`

const memory = ({ relay }: Results, scale: Scale): string => `## Memory

${table(
  ['what', 'in all'],
  [
    ['what searches read: passages, vectors, terms, indexes', inTerabytes(scale.hotBytes)],
    [
      `answers that wait for a model, ${about(relay.idleStreamKb)} kB each`,
      `${about(scale.openAnswerBytes / 1e9)} GB`,
    ],
  ],
)}

Each knowledge base is asked every ${about(ASSUMED.knowledgeBases / ASSUMED.questionsPerSecond)} seconds at the peak, so all that searches read should be in memory. Where most are asked a few times a day, less is enough: the first question after a while then waits for the disk.
`

const LONG = { conversationDays: 365 }

const DECIDES = {
  disk: 'the disks decide',
  memory: 'memory decides',
  cores: 'the cores decide',
  connections: 'the connections decide',
}

/** What the number of cells follows from. */
function findScarcest({ cellsBy }: Scale): string {
  const most = Math.max(...Object.values(cellsBy))
  const names = ['disk', 'memory', 'cores', 'connections'] as const
  return DECIDES[names.find((name) => cellsBy[name] === most) ?? 'disk']
}

function cells(results: Results, scale: Scale): string {
  const { cells: count, ofACell } = scale
  const variants = [
    ['as assumed', {}],
    ['conversations are kept for a year', LONG],
    [
      'kept for 7 days, and a tenth of the questions',
      { conversationDays: 7, questionsPerSecond: 1_000 },
    ],
  ] as const
  const long = computeScale(results, { ...ASSUMED, ...LONG })
  return `## Cells

${table(
  ['if', 'by disk', 'by memory', 'by cores', 'by connections', 'cells', 'a month'],
  variants.map(([name, changed]) => {
    const other = computeScale(results, { ...ASSUMED, ...changed })
    const { disk, memory: byMemory, cores: byCores, connections } = other.cellsBy
    return [
      name,
      about(disk),
      about(byMemory),
      about(byCores),
      about(connections),
      `**${other.cells}**`,
      inDollars(other.computeCost.own),
    ]
  }),
)}

As assumed, ${findScarcest(scale)}; where conversations are kept for a year, ${findScarcest(long)}. Each of the ${count} cells has ${about(ofACell.knowledgeBases)} knowledge bases, ${about(ofACell.passages / 1e6)} million passages, ${about(ofACell.questionsPerSecond)} questions a second at the peak, ${about(ofACell.apiProcesses)} API processes and ${about(ofACell.vectorIndexes)} vector indexes. The edge looks nothing up, and ids have room for 3,844 cells, so one more cell costs nothing but itself. Larger servers would make fewer cells; but a cell is what is lost, restored and upgraded as one.
`
}
