import { stat } from 'node:fs/promises'
import type { DocumentInput } from '@footnote/client/admin'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin, serverUrl } from '../admin-options.ts'
import type { LabelValues } from '../label-options.ts'
import { collectLabel } from '../label-options.ts'
import { errorCode } from '../error-chain.ts'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'
import type { Source } from '../ingest/candidate.ts'
import {
  addKnowledgeBaseOptions,
  chooseKnowledgeBase,
  describeFirstSteps,
  fillOrUndo,
} from '../ingest/first-knowledge-base.ts'
import { readFolder } from '../ingest/read-folder.ts'
import { readJsonLines } from '../ingest/read-json-lines.ts'
import { renderReport } from '../ingest/report.ts'
import { runIngest } from '../ingest/run-ingest.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & {
  knowledgeBase?: string
  create?: string
  baseUrl: string
  exclude: string[]
  group?: string
  visibility?: NonNullable<DocumentInput['visibility']>
  label: LabelValues
}

const HELP = `
Reads .md .mdx .markdown .adoc .ipynb .html .htm and .txt files. Names that begin with a dot, node_modules and
symbolic links are skipped, and paths that --exclude names: * stays within a folder, ** crosses.
A file's URL is the base URL plus its path, without the extension and without a last index or
README: guide/setup.md is …/guide/setup, guide/index.md is …/guide/.
A document with the same URL is replaced; an unchanged document is not indexed again.

A .jsonl file has one document per line: {"url", "text" or "content", "title"?, "content_type"?, "labels"?}. The
content type is text/markdown by default.

Examples:
  footnote ingest ./docs --create "My docs"
  footnote ingest ./docs --knowledge-base 0199c1f2-… --base-url https://docs.example.org/`

export function addIngestCommand(program: Command, settings: Settings): void {
  addKnowledgeBaseOptions(
    addAdminOptions(
      program
        .command('ingest <folder>')
        .description('add the documents in a folder or a .jsonl file to a knowledge base'),
    ),
  )
    .option('--base-url <url>', 'where the pages are published', 'https://docs.example.com/')
    .option('--exclude <patterns...>', "paths to leave out, such as 'drafts/**'", [])
    .option('--group <id>', 'the source group to put them in')
    .option(
      '--label <name=value>',
      'a label for all of them, such as version=2; repeat it for more',
      collectLabel,
      {},
    )
    .addOption(
      new Option(
        '--visibility <visibility>',
        'who may see them (default: new ones are public, existing ones stay as they are)',
      ).choices(['public', 'unlisted', 'restricted']),
    )
    .addHelpText('after', HELP)
    .action((folder: string, options: Options) => ingest(folder, options, settings))
}

async function ingest(folder: string, options: Options, settings: Settings): Promise<void> {
  const admin = connectAsAdmin(options, settings)
  const source = await openSource(folder, options)
  const { knowledgeBaseId, first } = await chooseKnowledgeBase(admin, options, settings)
  const outcome = await fillOrUndo(admin, { first }, async () => {
    const ingested = await runIngest(admin, knowledgeBaseId, source, process.stderr)
    console.log(renderReport(ingested))
    return ingested
  })
  if (first && outcome.passages > 0)
    console.log(`\n${await describeFirstSteps(first, serverUrl(options, settings))}`)
  if (outcome.failures.length > 0) process.exitCode = 1
}

async function openSource(path: string, options: Options): Promise<Source> {
  const { baseUrl, visibility, group, label: labels, exclude } = options
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new Failure(`--base-url "${baseUrl}" is not an http or https address.`, USAGE_EXIT_CODE)
  }
  const shared = {
    ...(visibility === undefined ? {} : { visibility }),
    ...(group === undefined ? {} : { group_id: group }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
  }
  const isFolder = await isDirectory(path)
  if (!isFolder && !path.endsWith('.jsonl')) {
    throw new Failure(`${path} is neither a folder nor a .jsonl file.`, USAGE_EXIT_CODE)
  }
  const source = isFolder
    ? await readFolder(path, baseUrl, shared, { exclude })
    : await readJsonLines(path, shared)
  if (source.total === 0) {
    throw new Failure(`${path} has no documents. See footnote ingest --help for supported files.`)
  }
  return source
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (!(error instanceof Error) || errorCode(error) !== 'ENOENT') throw error
    throw new Failure(`${path} does not exist.`, USAGE_EXIT_CODE, { cause: error })
  }
}
