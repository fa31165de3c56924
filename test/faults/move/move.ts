import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { migrate } from '../../../server/src/platform/migrations/migrate.ts'
import type { Use } from '../../support/chaos/moves.ts'
import { useMeanwhile } from '../../support/chaos/moves.ts'
import type { MovedCell } from '../../support/footnote-move.ts'
import { moveUntil } from '../../support/footnote-move.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import { createKnowledge, putPages } from '../../support/knowledge.ts'
import { startEdge } from '../../support/network/cells-edge.ts'
import { startService } from '../../support/service.ts'
import { withSuppliedVectors } from '../../../bench/lib/data/with-supplied-vectors.ts'
import { runSql, superuserUrl, withServers } from '../../../bench/lib/database.ts'
import type { Figures } from '../../../bench/lib/figures.ts'
import { rounded, writeResults } from '../../../bench/lib/figures.ts'
import { printTable } from '../../../bench/lib/table.ts'
import { addLargeBase } from '../workspaces/add-large-base.ts'
import { copyDatabase } from './copy-database.ts'

const USAGE = `Usage: npm run chaos -- move [--short] [--moves N] [--passages N]

Moves a workspace between two cells behind nginx, there and back, while it is asked and written to, and
kills the command at another step each time. Afterwards everything that was acknowledged must be in the
cell that serves it, and nothing in the other.

  --short       2 moves of 2,000 passages; writes no results
  --moves N     how many; 20 unless given
  --passages N  in the workspace; 100,000 unless given

A table for people comes first; the last line is one JSON object. A full run also writes
bench/results/move.json.`

const [HERE, THERE] = ['0a', '0b'] as const
const PAGE = '# Keys\n\nReset a key under Settings, then copy the new key.'
/** What the command prints when the step begins; null: it is not killed. */
const KILLED_AT: readonly (readonly [name: string, line: RegExp | null])[] = [
  ['not killed', null],
  ['copying', /^\d+ of \d+ tables/],
  ['switching over', /^switching over/],
  ['opened', /rows are equal/],
  ['cleaning up', /cleaning up/],
]

/** The cell that was entered makes an index of its own, and cannot be left meanwhile. */
const MAKING_INDEX = /is building an index/
const INDEX_MS = 15 * 60_000
/** Each try starts a process, which takes a second of CPU. */
const RETRY_MS = 10_000

type Cell = MovedCell & { ownerUrl: string }
type MoveRow = { killedAt: string; seconds: number; pauseMs: number | null }

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      moves: { type: 'string' },
      passages: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const moves = Number(values.moves ?? (values.short ? 2 : 20))
  const passages = Number(values.passages ?? (values.short ? 2_000 : 100_000))
  const figures = await run(moves, passages)
  if (!values.short) console.log(`Written: ${await writeResults('move', { run: never }, figures)}`)
  console.log(JSON.stringify({ bench: 'move', short: values.short, ...figures }))
  const { lost, leftBehind, problems } = figures
  return lost === 0 && leftBehind === 0 && problems.length === 0 ? 0 : 1
}

const never = () => Promise.reject(new Error('This is a command of its own.'))

const run = (moves: number, passages: number) =>
  withSuppliedVectors(({ env }) =>
    withServers(async ({ ownerUrl }) => {
      await migrate(ownerUrl)
      const otherUrl = await copyDatabase(ownerUrl, 'there')
      const cells = [makeCell(HERE, ownerUrl), makeCell(THERE, otherUrl)] as const
      const start = (cell: Cell) =>
        startService({ databaseUrl: cell.ownerUrl, env: { ...env, CELL: cell.cell } })
      await using here = await start(cells[0])
      await using there = await start(cells[1])
      const docs = await createKnowledge(here)
      const keys = [{ url: 'https://docs.example.com/keys', content: PAGE }]
      await putPages(here, docs.knowledgeBaseId, keys)
      await addLargeBase(here, ownerUrl, docs, passages)
      const edge = await startEdge({ [HERE]: here.baseUrl, [THERE]: there.baseUrl })
      try {
        const stop = useMeanwhile(edge, docs)
        const rows = await moveThereAndBack(cells, docs, moves).catch(async (error: unknown) => {
          await stop()
          throw error
        })
        return report(passages, rows, cells, await stop())
      } finally {
        await edge.close()
      }
    }),
  )

const makeCell = (cell: string, ownerUrl: string): Cell => ({
  cell,
  ownerUrl,
  adminUrl: superuserUrl(ownerUrl),
})

async function moveThereAndBack(
  [here, there]: readonly [Cell, Cell],
  { workspaceId }: Knowledge,
  moves: number,
): Promise<MoveRow[]> {
  const rows: MoveRow[] = []
  for (let count = 0; count < moves; count += 1) {
    const [from, to] = count % 2 === 0 ? [here, there] : [there, here]
    const [killedAt, line] = KILLED_AT[count % KILLED_AT.length] ?? ['not killed', null]
    const waitsUntilMs = performance.now() + INDEX_MS
    let startMs = performance.now()
    const printed: string[] = []
    for (let deadly = line, isDone = false; !isDone;) {
      const ended = await moveUntil({ workspaceId, from, to }, deadly)
      if (MAKING_INDEX.test(ended.errors) && startMs < waitsUntilMs) {
        await sleep(RETRY_MS)
        startMs = performance.now()
        continue
      }
      printed.push(...ended.lines)
      isDone = ended.isDone
      if (!isDone && deadly === null) throw new Error(ended.errors)
      deadly = null
    }
    const pause = printed.map((text) => /served it for (\d+) ms/.exec(text)?.[1]).find(Boolean)
    const seconds = rounded((performance.now() - startMs) / 1000)
    rows.push({ killedAt, seconds, pauseMs: pause === undefined ? null : Number(pause) })
    console.log(`move ${count + 1} of ${moves}: ${seconds} s, ${pause ?? '?'} ms, ${killedAt}`)
  }
  return rows
}

async function report(
  passages: number,
  rows: readonly MoveRow[],
  cells: readonly [Cell, Cell],
  { messages, urls, timesMs, problems }: Use,
) {
  const [serving, left] = rows.length % 2 === 0 ? cells : [cells[1], cells[0]]
  const stored = await idsIn(serving)
  const leftover = await idsIn(left)
  const acknowledged = [...messages, ...urls]
  const pauses = rows.flatMap(({ pauseMs }) => pauseMs ?? [])
  const figures = {
    passages,
    moves: rows.length,
    pauseMsMedian: rounded(percentile(pauses, 0.5)),
    pauseMsMost: Math.max(...pauses),
    secondsMedian: rounded(
      percentile(
        rows.map(({ seconds }) => seconds),
        0.5,
      ),
    ),
    answers: messages.length,
    writes: urls.length,
    requestMsP50: rounded(percentile(timesMs, 0.5)),
    requestMsMost: rounded(Math.max(...timesMs)),
    lost: acknowledged.filter((id) => !stored.has(id)).length,
    leftBehind: acknowledged.filter((id) => leftover.has(id)).length,
    problems,
  } satisfies Figures
  const table = Map.groupBy(rows, ({ killedAt }) => killedAt)
  printTable(
    `${rows.length} moves of ${passages} passages; ${messages.length} answers and ${urls.length} writes meanwhile`,
    ['killed at', 'times', 'seconds (most)', 'nobody served it, ms (most)'],
    [...table].map(([killedAt, some]) => [
      killedAt,
      some.length,
      Math.max(...some.map(({ seconds }) => seconds)),
      Math.max(...some.map(({ pauseMs }) => pauseMs ?? 0)),
    ]),
  )
  console.log(
    `\n${figures.lost} lost, ${figures.leftBehind} left behind, ${problems.length} refused for good`,
  )
  return figures
}

const idsIn = async (cell: Cell): Promise<Set<string>> =>
  new Set(
    (
      await runSql<{ id: string }>(
        cell.adminUrl,
        'select id::text from messages union all select url from documents',
      )
    ).map(({ id }) => id),
  )

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
