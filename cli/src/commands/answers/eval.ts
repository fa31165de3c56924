import { writeFile } from 'node:fs/promises'
import type { AdminClient, EvaluationWithItems, QuestionSet } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../../admin-options.ts'
import { collectPages } from '../../collect-pages.ts'
import { readQuestionFile } from '../../evaluations/read-question-file.ts'
import { renderEvaluation } from '../../evaluations/render-evaluation.ts'
import { renderJunit } from '../../evaluations/render-junit.ts'
import { readBound, shortfalls } from '../../evaluations/bounds.ts'
import { watchEvaluation } from '../../evaluations/watch-evaluation.ts'
import { Failure } from '../../failure.ts'
import { plain } from '../../plain.ts'
import type { JsonOption } from '../../print.ts'
import { JSON_FLAG, printJson, renderTable } from '../../print.ts'
import type { Settings } from '../../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
type ImportOptions = Options & { set: string }
type RunOptions = ImportOptions & {
  label?: string
  model?: string
  topK?: string
  failUnder?: string[]
  failOver?: string[]
  junit?: string
}

const EXAMPLES = `
Examples:
  footnote eval import questions.json --set Release --knowledge-base 0199c1f2-…
  footnote eval run --set Release --fail-under 0.9 recall=0.85 --junit eval.xml --knowledge-base 0199c1f2-…`

export function addEvalCommand(program: Command, settings: Settings): void {
  const evaluations = program
    .command('eval')
    .description('measure answers against questions with what you expect of them')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(evaluations.command(usage).description(description))
      .requiredOption('--knowledge-base <id>', 'the knowledge base')
      .option(...JSON_FLAG)

  command('sets', 'list the question sets').action(async (options: Options) => {
    const found = await listSets(connectAsAdmin(options, settings), options.knowledgeBase)
    const rows = found.map(({ id, name, questions }) => [id, String(questions), plain(name)])
    if (options.json) printJson({ question_sets: found })
    else console.log(renderTable([['ID', 'QUESTIONS', 'NAME'], ...rows]))
  })
  command(
    'import <file>',
    'create a question set from a JSON or CSV file, or replace its questions',
  )
    .requiredOption('--set <name>', 'the name of the set')
    .action(async (file: string, options: ImportOptions) => {
      const admin = connectAsAdmin(options, settings)
      const { knowledgeBase, set: name } = options
      const questions = await readQuestionFile(file)
      const known = (await listSets(admin, knowledgeBase)).find((one) => one.name === name)
      const { id } = known ?? (await admin.questionSets.create(knowledgeBase, { name }))
      if (known) await admin.questionSets.change(knowledgeBase, id, { items: [] })
      const set = await admin.questionSets.addQuestions(knowledgeBase, id, questions)
      if (options.json) printJson(set)
      else console.log(`${set.id}  ${set.questions} questions`)
    })
  command('run', 'ask all questions of a set, and fail if a figure is out of bounds')
    .requiredOption('--set <name>', 'the name of the set, or its id')
    .option('--label <text>', 'what is to be tried')
    .option('--model <name>', '"extract", or another model of the knowledge base’s own provider')
    .option('--top-k <count>', 'passages to retrieve for each question')
    .option(
      '--fail-under <figure...>',
      'fail below these: 0.9 is the share of questions that pass, recall=0.85 another figure',
    )
    .option('--fail-over <figure...>', 'fail above these, such as false_abstention=0.05')
    .option('--junit <file>', 'write a JUnit report, a test case for each question')
    .action(async (options: RunOptions) => {
      const bounds = [
        ...(options.failUnder ?? []).map((text) => readBound(text, 'under')),
        ...(options.failOver ?? []).map((text) => readBound(text, 'over')),
      ]
      const evaluation = await run(connectAsAdmin(options, settings), options)
      if (options.junit !== undefined) await writeFile(options.junit, renderJunit(evaluation))
      if (options.json) printJson(evaluation)
      else console.log(renderEvaluation(evaluation))
      if (!evaluation.metrics) throw new Failure(evaluation.reason ?? 'The evaluation failed.')
      const missed = shortfalls(evaluation.metrics, bounds)
      for (const line of missed) console.error(line)
      if (missed.length > 0) process.exitCode = 1
    })
}

async function run(admin: AdminClient, options: RunOptions): Promise<EvaluationWithItems> {
  const { knowledgeBase, set: wanted, label, model, topK } = options
  const sets = await listSets(admin, knowledgeBase)
  const set = sets.find(({ id, name }) => id === wanted || name === wanted)
  if (!set) throw new Failure(`There is no question set "${wanted}".`)
  const { id } = await admin.evaluations.start(knowledgeBase, {
    set_id: set.id,
    ...(label === undefined ? {} : { label }),
    ...(model === undefined ? {} : { model }),
    ...(topK === undefined ? {} : { top_k: Number(topK) }),
  })
  return watchEvaluation(admin, knowledgeBase, id, process.stderr)
}

const listSets = (admin: AdminClient, knowledgeBaseId: string): Promise<QuestionSet[]> =>
  collectPages(1000, async (page) => {
    const { question_sets: items, next_cursor } = await admin.questionSets.list(
      knowledgeBaseId,
      page,
    )
    return { items, next_cursor }
  })
