import { createMarkerFilter } from '../server/src/answering/citations/markers/marker-filter.ts'
import type { CitablePassage } from '../server/src/answering/citations/citable-passage.ts'
import type { SupportCheck } from '../server/src/answering/citations/support.ts'
import { createSupportCheck, MIN_SUPPORT } from '../server/src/answering/citations/support.ts'
import { readAnsweredSets } from './lib/sets/answered-sets.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { INJECTIONS } from './lib/answers/injected-errors.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { mean } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import type { SupportCase } from './lib/answers/support-pairs.ts'
import { supportCases } from './lib/answers/support-pairs.ts'
import { printTable } from './lib/table.ts'

const THRESHOLDS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5]
const SHORT_TASKS = 40

/** The scores of one sentence against its own passages, and against the others of its list. */
type Scored = { task: number; own: number[]; others: number[] }

export async function run({ dataDir, short, sets }: BenchOptions): Promise<Figures> {
  const found = (await readAnsweredSets(dataDir)).filter(({ name }) => sets?.includes(name) ?? true)
  if (found.length === 0) return { skipped: `no set with answers in ${dataDir}` }
  const cases = found.map((set) => ({
    name: set.name,
    cases: supportCases(set, short ? SHORT_TASKS : Infinity),
  }))
  const rows = cases.flatMap(({ name, cases: all }) => {
    const scores = all.map(score)
    return THRESHOLDS.map((threshold) => measure(name, scores, threshold))
  })
  const injected = cases.map(({ name, cases: all }) => ({ set: name, ...measureInjected(all) }))
  const times = { ...timeChecks(cases.flatMap(({ cases: all }) => all)), ...timeDeltas() }
  printInjected(injected)
  print(rows, times)
  return { threshold: MIN_SUPPORT, rows, injected, ...times }
}

function score(one: SupportCase): Scored {
  const { task, statement, sources, trueCount } = one
  const check = checkOf(one)
  // When in doubt it is kept.
  const scores = sources.map((_, position) => check.supportOf(statement, position) ?? 1)
  return { task, own: scores.slice(0, trueCount), others: scores.slice(trueCount) }
}

function measure(set: string, scores: readonly Scored[], threshold: number) {
  const share = (values: readonly number[]) =>
    rounded(mean(values.map((value) => Number(value < threshold))))
  const best = (part: readonly Scored[]) => part.map(({ own }) => Math.max(...own))
  return {
    set,
    threshold,
    sentences: scores.length,
    trueDropped: share(best(scores)),
    evenTasksDropped: share(best(scores.filter(({ task }) => task % 2 === 0))),
    oddTasksDropped: share(best(scores.filter(({ task }) => task % 2 === 1))),
    otherDropped: share(scores.flatMap(({ others }) => others)),
  }
}

const checksBySources = new WeakMap<readonly CitablePassage[], SupportCheck>()

/** The sentences of an answer have the same question and passages. */
function checkOf({ sources, question }: SupportCase): SupportCheck {
  const check = checksBySources.get(sources) ?? createSupportCheck(sources, question)
  checksBySources.set(sources, check)
  return check
}

/** As a model would cite: the passage of the answer that supports the sentence best. */
function citedPosition(one: SupportCase): number {
  const check = checkOf(one)
  const scores = one.sources
    .slice(0, one.trueCount)
    .map((_, position) => check.supportOf(one.statement, position) ?? 1)
  return scores.indexOf(Math.max(...scores))
}

const isDropped = (one: SupportCase, statement: string, position: number): boolean =>
  (checkOf(one).supportOf(statement, position) ?? 1) < MIN_SUPPORT

/** Of sentences that are made wrong in one way, and of those as they were, the share that is dropped. */
function measureInjected(all: readonly SupportCase[]) {
  const cited = all.map((one) => ({ one, position: citedPosition(one) }))
  const kept = cited.filter(({ one, position }) => !isDropped(one, one.statement, position))
  const kinds = Object.entries(INJECTIONS).map(([name, inject]) => {
    const dropped = kept.flatMap(({ one, position }) => {
      const texts = one.sources.map(({ content, citation }) => `${citation.title}\n${content}`)
      const own = [texts[position] ?? '']
      const passages = { own, others: texts.slice(one.trueCount) }
      const wrong = inject(one.statement, passages)
      return wrong === null ? [] : [Number(isDropped(one, wrong, position))]
    })
    return [name, { sentences: dropped.length, dropped: rounded(mean(dropped)) }] as const
  })
  return { trueDropped: rounded(1 - kept.length / all.length), kinds: Object.fromEntries(kinds) }
}

/** Of this process: other work on the machine does not count. */
const cpuMicroseconds = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Spread over the sets; few enough to keep what was read of all their sources. */
const TIMED_CASES = 200

function timeChecks(all: readonly SupportCase[]) {
  const cases = everyNth(all, TIMED_CASES)
  const read = () => cases.map(({ sources }) => createSupportCheck(sources))
  const checks = read()
  const check = () => {
    for (const [index, { statement, sources }] of cases.entries()) {
      for (const position of sources.keys()) checks[index]?.supportOf(statement, position)
    }
  }
  // The first of each warms the compiler.
  check()
  const pairs = cases.reduce((sum, { sources }) => sum + sources.length, 0)
  return {
    microsecondsToReadSource: rounded(cpuMicroseconds(read) / pairs),
    microsecondsToCheckSentence: rounded(cpuMicroseconds(check) / pairs),
  }
}

const STREAMS = 5_000
const PLAIN = 'Open the console, choose Keys and then rotate the oldest of them without any delay. '
const MARKED =
  'Open the console, choose Keys and run `kubectl get pods` there [1]. It is done [2]. '

/** What a stream's marker reader takes for each piece of up to six characters. */
function timeDeltas() {
  const [plain, marked] = [PLAIN, MARKED].map((sentence) => {
    const deltas = sentence.repeat(10).match(/\s?\S{1,5}/g) ?? []
    const stream = () => {
      for (let round = 0; round < STREAMS; round++) {
        const reader = createMarkerFilter(5)
        for (const delta of deltas) reader.push(delta)
        reader.end()
      }
    }
    // The first warms the compiler.
    stream()
    return rounded((cpuMicroseconds(stream) * 1000) / (STREAMS * deltas.length))
  })
  return { nanosecondsPerPlainDelta: plain ?? 0, nanosecondsPerMarkedDelta: marked ?? 0 }
}

function printInjected(
  rows: readonly ({ set: string } & ReturnType<typeof measureInjected>)[],
): void {
  for (const { set, trueDropped, kinds } of rows) {
    printTable(
      `${set}: sentences made wrong; of the true ones ${trueDropped} are dropped`,
      ['', 'sentences', 'dropped'],
      Object.entries(kinds).map(([name, { sentences, dropped }]) => [name, sentences, dropped]),
    )
  }
}

type Row = ReturnType<typeof measure>
type Times = ReturnType<typeof timeChecks> & ReturnType<typeof timeDeltas>

function print(rows: readonly Row[], times: Times): void {
  printTable(
    `Sentences of reference answers against their passages and the others of a list of ten; the threshold is ${MIN_SUPPORT}`,
    ['set', 'sentences', 'threshold', 'true dropped', 'even tasks', 'odd tasks', 'others dropped'],
    rows.map((row) => [
      row.set,
      row.sentences,
      row.threshold,
      row.trueDropped,
      row.evenTasksDropped,
      row.oddTasksDropped,
      row.otherDropped,
    ]),
  )
  printTable(
    'Processor time',
    ['', 'time'],
    Object.entries(times).map(([name, value]) => [name, value]),
  )
}
