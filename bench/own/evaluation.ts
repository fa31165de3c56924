import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EvaluationMetrics } from '@footnote/client/admin'
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
  const set = await readOwnSet(join(ROOT, 'docs'), join(ROOT, 'bench/own/questions.jsonl'))
  const corpora = [{ name: 'own', documents: set.documents }]
  return withCorpusService(corpora, { modelDir, env: {}, command: 'all' }, async (served) => {
    const corpus = corpusNamed(served, 'own')
    const evaluation = await evaluate(corpus, set)
    const { rates } = await measureOwn(corpus.index, set)
    printTable(
      'The same questions, on the same index',
      ['figure', 'own', 'evaluation'],
      SHARED.map((name) => [name, rates[name], evaluation[name]]),
    )
    return { questions: set.queries.length + set.uncovered.length, own: rates, evaluation }
  })
}

/** The figures that both have: the others need an answer. */
const SHARED = ['recall', 'abstention', 'false_abstention'] as const

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

/** Any difference is a fault: both search the same index for the same questions. */
export function shortfalls({ own, evaluation }: Figures): string[] {
  return SHARED.flatMap((name) => {
    const [measured, evaluated] = [own, evaluation].map((figures) => (figures as Figures)[name])
    return measured === evaluated
      ? []
      : [`${name}: ${JSON.stringify({ own: measured, evaluation: evaluated })}`]
  })
}
