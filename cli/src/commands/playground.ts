import type { PlaygroundFrame, PlaygroundInput, Trace } from '@footnote/client/admin'
import type { Command } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { Failure } from '../failure.ts'
import { plainLines } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, renderRecord } from '../print.ts'
import { renderSources } from '../render-sources.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions &
  JsonOption & {
    knowledgeBase: string
    key?: string
    group?: string[]
    widget?: string
    model?: string
    voice?: string
  }

const EXAMPLE = `
Example:
  footnote playground "How do I rotate a key?" --knowledge-base 0199c1f2-…`

export function addPlaygroundCommand(program: Command, settings: Settings): void {
  addAdminOptions(
    program
      .command('playground <question>')
      .description('try a question as a reader, with how the answer came about; nothing is stored'),
  )
    .requiredOption('--knowledge-base <id>', 'the knowledge base')
    .option('--key <id>', 'as a reader with this key')
    .option('--group <id...>', 'only from these source groups')
    .option('--widget <id>', 'in the voice of this widget')
    .option('--model <name>', '"extract", or another model of the knowledge base’s own provider')
    .option('--voice <text>', 'how the answer should sound')
    .option('--json', `${JSON_FLAG[1]}: a frame a line, as they come`)
    .addHelpText('after', EXAMPLE)
    .action(async (query: string, options: Options) => {
      const admin = connectAsAdmin(options, settings)
      const seen: PlaygroundFrame[] = []
      for await (const frame of admin.playground.ask(
        options.knowledgeBase,
        buildBody(query, options),
      )) {
        seen.push(frame)
        if (options.json) process.stdout.write(`${JSON.stringify(frame)}\n`)
        else if ('delta' in frame) process.stdout.write(plainLines(frame.delta))
        if ('error_code' in frame) {
          throw new Failure(`${frame.error} (${frame.code}, request ${frame.request_id})`)
        }
        if (!options.json && frame.done) process.stdout.write(renderEnding(seen, frame))
      }
    })
}

const buildBody = (
  query: string,
  { key, group, widget, model, voice }: Options,
): PlaygroundInput => ({
  query,
  ...(key === undefined ? {} : { key_id: key }),
  ...(group === undefined ? {} : { group_ids: group }),
  ...(widget === undefined ? {} : { widget_id: widget }),
  ...(model === undefined ? {} : { model }),
  ...(voice === undefined ? {} : { voice }),
})

type LastFrame = Extract<PlaygroundFrame, { done: true }>

function renderEnding(seen: readonly PlaygroundFrame[], last: LastFrame): string {
  const found = seen.flatMap((frame) =>
    'citations' in frame && !frame.done ? frame.citations : [],
  )
  const sources = renderSources(last, found)
  return `\n${sources === '' ? '' : `\n${sources}\n`}\n${renderTrace(last.trace)}\n`
}

function renderTrace({ model, candidates, prompt, timings_ms, ...trace }: Trace): string {
  const steps = Object.entries(timings_ms).map(([step, ms]) => `${step} ${ms}`)
  return renderRecord({
    'searched for': (trace.search.searches ?? [trace.search.text]).join(' · '),
    ...(trace.search.typed === undefined ? {} : { 'typed as': trace.search.typed }),
    ...(trace.missing_words ? { 'on no page': trace.missing_words.join(', ') } : {}),
    model,
    'declined by': trace.declined_by,
    passages: `${prompt.chunk_ids.length} used of the best ${candidates.length}`,
    'after (ms)': steps.join(', '),
  })
}
