import type { ChatFrame, Client, LastFrame } from '@footnote/client'
import { createClient } from '@footnote/client'
import type { Command } from 'commander'
import type { UrlOptions } from '../admin-options.ts'
import { addUrlOption, serverUrl } from '../admin-options.ts'
import { explainReaderError } from '../explain-reader-error.ts'
import type { LabelValues } from '../label-options.ts'
import { FILTER_OPTION, filterField } from '../label-options.ts'
import { Failure } from '../failure.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG } from '../print.ts'
import { createAnswerPrinter } from '../print-answer.ts'
import { renderSources } from '../render-sources.ts'
import { renderWords } from '../render-words.ts'
import type { Settings } from '../settings.ts'

type Options = UrlOptions &
  JsonOption & {
    key: string
    knowledgeBase: string
    thread?: string
    all?: true
    filter: LabelValues
  }

const EXAMPLE = `
Example:
  footnote ask "How do I rotate a key?" --knowledge-base 0199c1f2-… --key fnp_…`

export function addAskCommand(program: Command, settings: Settings): void {
  addUrlOption(
    program.command('ask <question>').description('ask a knowledge base a question, as a reader'),
  )
    .requiredOption('--key <key>', 'a public key of the knowledge base (fnp_…)')
    .requiredOption('--knowledge-base <id>', 'the knowledge base to ask')
    .option(...FILTER_OPTION)
    .option('--thread <id>', 'continue the conversation of an earlier answer')
    .option(
      '--all',
      'print every section of an answer without a model; piped output has them anyway',
    )
    .option('--json', `${JSON_FLAG[1]}: one frame per line, as they arrive`)
    .addHelpText('after', EXAMPLE)
    .action(async (question: string, options: Options) => {
      const { key, knowledgeBase: knowledgeBaseId } = options
      const baseUrl = serverUrl(options, settings)
      const client = createClient({ baseUrl, credential: { clientKey: key }, knowledgeBaseId })
      try {
        await ask(client, question, options)
      } catch (error) {
        throw explainReaderError(error, knowledgeBaseId)
      }
    })
}

async function ask(
  client: Client,
  query: string,
  { thread, json, all, filter }: Options,
): Promise<void> {
  const { stdout } = process
  const printer = createAnswerPrinter((text) => stdout.write(text), all ?? !stdout.isTTY)
  const body = {
    query,
    ...(thread === undefined ? {} : { thread_id: thread }),
    ...filterField(filter),
  }
  const seen: ChatFrame[] = []
  for await (const frame of client.ask(body)) {
    seen.push(frame)
    if (json) stdout.write(`${JSON.stringify(frame)}\n`)
    else if ('delta' in frame) printer.add(frame.delta)
    if ('error_code' in frame) {
      printer.end(undefined)
      if (!json) stdout.write('\n')
      throw new Failure(`${frame.error} (${frame.code}, request ${frame.request_id})`)
    }
    if (json || !('done' in frame) || !frame.done) continue
    printer.end(frame.quoted)
    stdout.write(ending(seen, frame))
  }
}

const renderVerified = ({ verified_at: at }: LastFrame): string =>
  at === undefined ? '' : `Verified by the docs team on ${at.slice(0, 10)}.\n`

function ending(seen: readonly ChatFrame[], last: LastFrame): string {
  const found = seen.flatMap((frame) =>
    'citations' in frame && !frame.done ? frame.citations : [],
  )
  const sources = renderSources(last, found)
  const thread = last.thread_id === undefined ? '' : `\n\nTo continue: --thread ${last.thread_id}`
  // The text of an answer says what no page mentions.
  const words = renderWords({ searched_for: last.searched_for })
  const verified = renderVerified(last)
  const parts = [words, verified, sources].filter((part) => part !== '').map((part) => `\n${part}`)
  return `\n${parts.join('\n')}${thread}\n`
}
