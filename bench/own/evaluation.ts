import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EvaluationMetrics } from '@footnote/client/admin'
import { buildConsole } from '../../console/build-console.ts'
import { openBrowser } from '../../test/support/browser/browser.ts'
import { openConsole } from '../../test/support/browser/console.ts'
import { runAsOperator } from '../../test/support/run-cli.ts'
import type { ServedCorpus } from '../lib/answers/corpus-service.ts'
import { corpusNamed, withCorpusService } from '../lib/answers/corpus-service.ts'
import type { Figures } from '../lib/figures.ts'
import type { BenchOptions } from '../lib/options.ts'
import { ROOT } from '../lib/options.ts'
import type { OwnSet } from '../lib/sets/own-set.ts'
import { readOwnSet } from '../lib/sets/own-set.ts'
import { printTable } from '../lib/table.ts'
import { measureOwn } from '../own.ts'

/** The questions of `own` asked with `footnote eval run`, beside what `own` measures on the same index. */
export async function run({ modelDir }: BenchOptions): Promise<Figures> {
  await buildConsole()
  const set = await readOwnSet(join(ROOT, 'docs'), join(ROOT, 'bench/own/questions.jsonl'))
  const corpora = [{ name: 'own', documents: set.documents }]
  return withCorpusService(corpora, { modelDir, env: {}, command: 'all' }, async (served) => {
    const corpus = corpusNamed(served, 'own')
    const evaluation = await evaluate(corpus, set)
    const inConsole = await evaluateInConsole(corpus)
    const { rates } = await measureOwn(corpus.index, set)
    printTable(
      'The same questions, on the same index',
      ['figure', 'own', 'evaluation', 'in the console'],
      COMPARED.map((name) => [
        name,
        isShared(name) ? rates[name] : '',
        evaluation[name],
        inConsole[name],
      ]),
    )
    const questions = set.queries.length + set.uncovered.length
    return { questions, own: rates, evaluation, console: inConsole }
  })
}

/** The figures that `own` has too: the others need an answer. */
const SHARED = ['recall', 'abstention', 'false_abstention'] as const
const COMPARED = [...SHARED, 'passed', 'citation_precision'] as const

const isShared = (name: string): name is (typeof SHARED)[number] =>
  SHARED.some((shared) => shared === name)

async function evaluate({ service, index }: ServedCorpus, set: OwnSet): Promise<EvaluationMetrics> {
  const { knowledgeBaseId } = index.caller
  const urls = new Map(set.documents.map(({ id, url }) => [id, url]))
  const items = [
    ...set.queries.map(({ text, relevance }) => ({
      question: text,
      expected_pages: [...relevance.keys()].map((id) => urls.get(id)),
    })),
    ...set.uncovered.map((question) => ({ question, expect: 'refuse' })),
  ]
  const folder = await mkdtemp(join(tmpdir(), 'footnote-evaluation-'))
  const footnote = async (...args: string[]): Promise<string> => {
    const base = ['--knowledge-base', knowledgeBaseId]
    const { exitCode, stdout, stderr } = await runAsOperator(service, ['eval', ...args, ...base])
    if (exitCode !== 0) throw new Error(stderr)
    return stdout
  }
  try {
    const file = join(folder, 'questions.json')
    await writeFile(file, JSON.stringify(items))
    await footnote('import', file, '--set', 'own')
    return JSON.parse(await footnote('run', '--set', 'own', '--json')).metrics
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A person opens the page of the set that was imported, runs it, and reads the figures. */
async function evaluateInConsole({ service, index }: ServedCorpus): Promise<EvaluationMetrics> {
  const { workspaceId, knowledgeBaseId } = index.caller
  const browser = await openBrowser()
  try {
    const path = `/w/${workspaceId}/kb/${knowledgeBaseId}/evaluations`
    const { page } = await openConsole(service, browser, path)
    await page.getByRole('button', { name: 'Run own' }).click()
    await page.getByLabel('What is tried').fill(LABEL)
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: LABEL })
    const recall = row.getByRole('cell').nth(2)
    await recall.getByText('%').waitFor({ timeout: RUN_MS })
    const { evaluations } = await service.admin.evaluations.list(knowledgeBaseId)
    const metrics = evaluations.find(({ label }) => label === LABEL)?.metrics
    if (!metrics) throw new Error('The console shows figures of an evaluation that has none')
    const shown = Number((await recall.innerText()).replace('%', '').trim())
    if (shown !== Math.round((metrics.recall ?? 0) * 1000) / 10) {
      throw new Error(`The console shows a recall of ${shown} %, not ${metrics.recall}`)
    }
    return metrics
  } finally {
    await browser.close()
  }
}

const LABEL = 'From the console'
const RUN_MS = 10 * 60_000

/** Any difference is a fault: all ask the same index the same questions. */
export function shortfalls({ own, evaluation, console: inConsole }: Figures): string[] {
  return COMPARED.flatMap((name) => {
    const all = { ...(isShared(name) ? { own } : {}), evaluation, console: inConsole }
    const values = Object.entries(all).map(([by, figures]) => [by, (figures as Figures)[name]])
    const [[, first] = []] = values
    return values.every(([, value]) => value === first)
      ? []
      : [`${name}: ${JSON.stringify(Object.fromEntries(values))}`]
  })
}
