import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerDiffWithItems, DiffPageInput } from '@footnote/client/admin'
import { holds } from './lib/answers/judge-answer.ts'
import { JUDGED_SETS, readJudgedCorpora } from './lib/answers/judged-corpora.ts'
import type { JudgedCorpus } from './lib/answers/judged-corpora.ts'
import type { JudgedQuestion } from './lib/answers/judged-questions.ts'
import { withCorpusService } from './lib/answers/corpus-service.ts'
import type { Change, PullRequest } from './diff/pull-requests.ts'
import { pullRequests } from './diff/pull-requests.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { printTable } from './lib/table.ts'

const CORPORA = ['k8s_docs', 'github_docs']
const OTHER_PAGES = 150
const SHORT = { otherPages: 20, questions: 12 }
const INTERVAL_MS = 250

/** What a diff says of ten pull requests, against the facts that the answers had and would have. */
export async function run(options: BenchOptions): Promise<Figures> {
  const size = options.short
    ? SHORT
    : { otherPages: options.pages ?? OTHER_PAGES, questions: Infinity }
  const corpora = (await readJudgedCorpora(options.dataDir, JUDGED_SETS.first, size)).filter(
    ({ name }) => (options.sets ?? CORPORA).includes(name),
  )
  if (corpora.length === 0) throw new Error('There is neither k8s_docs nor github_docs.')
  const sets: Record<string, Figures> = {}
  for (const corpus of corpora) sets[corpus.name] = await runCorpus(corpus, options)
  return { sets }
}

async function runCorpus(corpus: JudgedCorpus, { modelDir }: BenchOptions): Promise<Figures> {
  const gap = corpus.questions.at(-1)
  if (!gap) throw new Error('There is no question.')
  // The page that answers a gap is not there yet.
  const documents = corpus.documents.filter(({ id }) => !gap.pages.includes(id))
  const all = new Map(corpus.documents.map(({ id, content }) => [id, content]))
  const pages = new Map(documents.map(({ id, content }) => [id, content]))
  const questions = corpus.questions
  const served = { ...corpus, documents }
  return withCorpusService([served], { modelDir, env: {}, command: 'all' }, async (services) => {
    const one = services.get(corpus.name)
    if (!one) throw new Error('It is not indexed.')
    const { admin } = one.service
    const { knowledgeBaseId } = one.index.caller
    await admin.questionSets.create(knowledgeBaseId, {
      name: 'Judged',
      items: questions.map(({ question }) => ({ question })),
    })
    const to = addressOfAll(documents)
    const rows: Row[] = []
    for (const request of pullRequests(pages, all, questions, gap)) {
      const startMs = performance.now()
      const { id: diffId } = await admin.answerDiffs.start(knowledgeBaseId, {
        pages: request.changes.map(toInput),
        path_map: { from: '', to },
      })
      let diff: AnswerDiffWithItems
      do {
        await sleep(INTERVAL_MS)
        diff = await admin.answerDiffs.get(knowledgeBaseId, diffId)
      } while (diff.state === 'queued' || diff.state === 'running')
      if (diff.state === 'failed') throw new Error(`${request.name}: ${diff.reason}`)
      rows.push(judgeDiff(request, diff, questions, (performance.now() - startMs) / 1000))
    }
    const asked = rows.reduce((sum, row) => sum + row.untouched, 0)
    const alarms = rows.reduce((sum, row) => sum + row.falseAlarms, 0)
    const breaks = rows.reduce((sum, row) => sum + row.breaks, 0)
    const found = rows.reduce((sum, row) => sum + row.found, 0)
    printTable(
      `${corpus.name}: ${documents.length} pages, ${questions.length} questions`,
      ['pull request', 'pages', 'asked', 'breaks', 'found', 'reported', 'false alarms', 's'],
      rows.map((row) => [
        row.name,
        String(row.pages),
        String(row.asked),
        String(row.breaks),
        String(row.found),
        String(row.reported),
        String(row.falseAlarms),
        row.seconds.toFixed(1),
      ]),
    )
    for (const { name, details } of rows)
      for (const line of details) console.log(`${name}: ${line}`)
    return {
      pages: documents.length,
      questions: questions.length,
      breaks,
      found,
      false_alarms: rounded(alarms / Math.max(1, asked)),
      pull_requests: rows.map((row) => ({
        name: row.name,
        breaks: row.breaks,
        found: row.found,
        reported: row.reported,
        false_alarms: row.falseAlarms,
        asked: row.asked,
        seconds: rounded(row.seconds),
      })),
    }
  })
}

/** What the addresses of pages begin with, before their ids. */
function addressOfAll(documents: JudgedCorpus['documents']): string {
  for (const { id, url } of documents) {
    const address = url.replace(/\/+$/, '')
    if (address.endsWith(`/${id}`)) return address.slice(0, -id.length)
  }
  throw new Error('No address ends as the id of its page.')
}

/** The bench's pages have addresses that end with their ids. */
const toInput = ({ id, content, isNew }: Change): DiffPageInput => ({
  path: `${id}.md`,
  content,
  is_new: isNew,
})

type Row = {
  name: string
  pages: number
  asked: number
  /** The answer had every fact and would not have it. */
  breaks: number
  found: number
  reported: number
  /** Questions of pages that the change does not touch, or touches without changing what they say. */
  untouched: number
  falseAlarms: number
  seconds: number
  details: string[]
}

function judgeDiff(
  { name, changes, touched, isHarmless }: PullRequest,
  diff: AnswerDiffWithItems,
  questions: readonly JudgedQuestion[],
  seconds: number,
): Row {
  const byText = new Map(questions.map((question) => [question.question, question]))
  const row = {
    name,
    pages: changes.length,
    asked: diff.items.length,
    breaks: 0,
    found: 0,
    reported: 0,
    untouched: 0,
    falseAlarms: 0,
    seconds,
    details: [] as string[],
  }
  for (const { question, verdict, before, after } of diff.items) {
    const labels = byText.get(question)
    if (!labels || !before || !after) continue
    const [had, has] = [before, after].map(
      (each) => each.outcome === 'answered' && holds(labels, each.answer),
    )
    const isReported = verdict !== 'same'
    if (isReported) row.reported += 1
    const isTouched = labels.pages.some((page) => touched.includes(page))
    if (had === true && has === false) {
      row.breaks += 1
      if (isReported) row.found += 1
      else row.details.push(`missed: ${question}`)
    } else if (isHarmless || !isTouched) {
      row.untouched += 1
      // What is answered now and was not is true, whichever page it was labelled with.
      if (isReported && !(has === true && had === false)) {
        row.falseAlarms += 1
        row.details.push(`false alarm, ${verdict}: ${question}`)
      }
    }
  }
  return row
}
