import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startModelServer } from '../../test/fakes/model-server.ts'
import { ask } from '../lib/written-answers/ask.ts'
import type { AnswerQuestion } from '../lib/written-answers/questions.ts'
import { readAnswerSet } from '../lib/written-answers/questions.ts'
import type { Row, Summary } from '../lib/written-answers/report.ts'
import { print, summaries } from '../lib/written-answers/report.ts'
import { scoreAnswer } from '../lib/written-answers/score-answer.ts'
import { createScriptedWriter, MADE_UP } from '../lib/written-answers/scripted-writer.ts'
import type { ServedCorpus } from '../lib/answers/corpus-service.ts'
import { corpusNamed, withCorpusService } from '../lib/answers/corpus-service.ts'
import type { Figures } from '../lib/figures.ts'
import { judge } from '../lib/answers/judge-answer.ts'
import type { BenchOptions } from '../lib/options.ts'
import { CACHE_DIR } from '../lib/options.ts'

const SHORT_PER_KIND = 5
const ANSWERS_FILE = join(CACHE_DIR, 'answers.md')
const SCRIPTED = 'scripted'

/** Answers that a model writes, through the running service. Which model: the product's settings. */
export async function run(options: BenchOptions): Promise<Figures> {
  const limit = options.questions ?? (options.short ? SHORT_PER_KIND : Infinity)
  const { corpora, questions } = await readAnswerSet(limit)
  await using model = await openModel(process.env)
  const { modelDir } = options
  const rows = await withCorpusService(corpora, { modelDir, env: model.env }, (served) =>
    askAll(served, questions),
  )
  await keepAnswers(rows)
  const all = summaries(rows)
  print(model.name, all)
  console.log(`\nThe answers: ${ANSWERS_FILE}`)
  const figures = { madeUpCited: countMadeUp(rows), failures: getFailures(rows), rows: all }
  return { models: { [model.name]: figures } }
}

/** Models stay side by side until they are run again. */
export const merge = (before: Figures, figures: Figures): Figures => ({
  models: { ...(before['models'] as Figures), ...(figures['models'] as Figures) },
})

/** Holds for every model: what the filter and the check guarantee. */
export function shortfalls({ models }: Figures): string[] {
  return Object.entries(models as Record<string, ModelFigures>).flatMap(([name, figures]) => {
    const [all] = figures.rows
    const lines = []
    if (!all || all.foreignLinks > 0) lines.push(`${name}: foreign links were shown`)
    if (figures.madeUpCited > 0) lines.push(`${name}: a made-up statement kept its citation`)
    if (name === SCRIPTED && all?.failed !== 0) lines.push(`${name}: answers failed`)
    return lines
  })
}

type ModelFigures = { madeUpCited: number; rows: readonly Summary[] }

type OpenModel = AsyncDisposable & { name: string; env: Record<string, string> }

/** The model of the ANSWER_ settings, or without any the scripted one. */
async function openModel(environment: NodeJS.ProcessEnv): Promise<OpenModel> {
  const given = Object.entries(environment).filter(([name]) => name.startsWith('ANSWER_'))
  const env = Object.fromEntries(given.map(([name, value = '']) => [name, value]))
  const { ANSWER_PROVIDER: provider, ANSWER_MODEL: model } = env
  if (provider !== undefined)
    return { name: `${provider}/${model}`, env, [Symbol.asyncDispose]: async () => undefined }
  const server = await startModelServer()
  server.answer(createScriptedWriter())
  return {
    name: SCRIPTED,
    env: {
      ...env,
      ANSWER_PROVIDER: 'openai-compatible',
      ANSWER_MODEL: SCRIPTED,
      ANSWER_BASE_URL: server.url,
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** One after the other, so that no answer's time is another's. */
async function askAll(
  served: ReadonlyMap<string, ServedCorpus>,
  questions: readonly AnswerQuestion[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const question of questions) {
    const asked = await ask(corpusNamed(served, question.corpus), question.question)
    const refused = asked.outcome === 'refused'
    const isJudged = question.facts.length > 0 && asked.outcome !== 'failed'
    const row: Row = {
      question,
      asked,
      verdict: isJudged ? judge(question, { ...asked, refused }) : null,
      score: scoreAnswer({ ...asked, question: question.question }),
    }
    rows.push(row)
    process.stderr.write(
      `${rows.length} of ${questions.length}: ${asked.outcome}, ${Math.round(asked.totalMs)} ms\n`,
    )
  }
  return rows
}

const countMadeUp = (rows: readonly Row[]): number =>
  rows.filter(({ asked }) => asked.text.includes(`${MADE_UP.slice(0, -1)} [`)).length

function getFailures(rows: readonly Row[]): Record<string, number> {
  const failed = rows.filter(({ asked }) => asked.outcome === 'failed')
  const byCode = Map.groupBy(failed, ({ asked }) => asked.by ?? 'unknown')
  return Object.fromEntries([...byCode].map(([code, found]) => [code, found.length]))
}

/** To read: a figure is no proof that an answer reads well. */
async function keepAnswers(rows: readonly Row[]): Promise<void> {
  await mkdir(CACHE_DIR, { recursive: true })
  await writeFile(ANSWERS_FILE, rows.map(section).join('\n'))
}

const section = ({ question, asked, verdict, score }: Row): string =>
  [
    `## ${question.question}`,
    `${question.kind} · ${asked.outcome} ${asked.by ?? ''} · ${verdict ?? 'not judged'} · ${Math.round(asked.totalMs)} ms`,
    `wanted: ${question.facts.map((fact) => `/${fact}/`).join(' and ') || 'a refusal'}`,
    `cited: ${asked.pages.join(', ') || 'nothing'}; ${score.keptMarkers} markers kept, ${score.droppedMarkers} dropped`,
    ...score.unsupported.map((sentence) => `unsupported: ${sentence}`),
    ...score.foreign.map((found) => `foreign: ${found}`),
    '',
    asked.text,
    '',
  ].join('\n')
