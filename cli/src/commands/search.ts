import type { SearchResponse } from '@footnote/client'
import { createClient } from '@footnote/client'
import type { Command } from 'commander'
import type { UrlOptions } from '../admin-options.ts'
import { addUrlOption, serverUrl, wholeNumber } from '../admin-options.ts'
import { explainReaderError } from '../explain-reader-error.ts'
import type { LabelValues } from '../label-options.ts'
import { FILTER_OPTION, filterField } from '../label-options.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson } from '../print.ts'
import { renderResults } from '../render-results.ts'
import { renderWords } from '../render-words.ts'
import type { Settings } from '../settings.ts'

type Options = UrlOptions &
  JsonOption & { key: string; knowledgeBase: string; limit: number; filter: LabelValues }

const EXAMPLE = `
Example:
  footnote search "How do I rotate a key?" --knowledge-base 0199c1f2-… --key fnp_…`

export function addSearchCommand(program: Command, settings: Settings): void {
  addUrlOption(
    program.command('search <query>').description('search a knowledge base, as a reader'),
  )
    .requiredOption('--key <key>', 'a public key of the knowledge base (fnp_…)')
    .requiredOption('--knowledge-base <id>', 'the knowledge base to search')
    .option(...FILTER_OPTION)
    .option('--limit <results>', 'the number of results, up to 100', wholeNumber, 5)
    .option(...JSON_FLAG)
    .addHelpText('after', EXAMPLE)
    .action(async (query: string, options: Options) => {
      const response = await search(query, options, serverUrl(options, settings))
      if (options.json) printJson(response)
      else console.log(renderResponse(response, process.stdout.columns ?? 100))
    })
}

function renderResponse(response: SearchResponse, columns: number): string {
  const words = renderWords(response)
  const results = renderResults(response.results, columns)
  return words === '' ? results : `${words}\n\n${results}`
}

async function search(query: string, options: Options, baseUrl: string) {
  const { key, knowledgeBase, limit, filter } = options
  const credential = { clientKey: key }
  try {
    const client = createClient({ baseUrl, credential, knowledgeBaseId: knowledgeBase })
    return await client.search({ query, limit, ...filterField(filter) })
  } catch (error) {
    throw explainReaderError(error, knowledgeBase)
  }
}
