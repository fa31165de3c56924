import type {
  AdminClient,
  Document,
  DocumentListInput,
  DocumentPassage,
} from '@footnote/client/admin'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { AdminOptions } from '../admin-options.ts'
import { addAdminOptions, connectAsAdmin } from '../admin-options.ts'
import { collectPages } from '../collect-pages.ts'
import { Failure } from '../failure.ts'
import { count, plain, plainLines } from '../plain.ts'
import type { JsonOption } from '../print.ts'
import { JSON_FLAG, printJson, printRecord, renderTable } from '../print.ts'
import type { Settings } from '../settings.ts'

type Options = AdminOptions & JsonOption & { knowledgeBase: string }
type ListOptions = Options & {
  state?: Document['state']
  source?: string
  group?: string
  visibility?: Document['visibility']
  search?: string
  sort?: Exclude<DocumentListInput['sort'], undefined>
}

const EXAMPLES = `
Examples:
  footnote documents list --state failed --knowledge-base 0199c1f2-…
  footnote documents list --search "api keys" --sort title --knowledge-base 0199c1f2-…
  footnote documents passages https://docs.example.org/setup --knowledge-base 0199c1f2-…`

export function addDocumentsCommand(program: Command, settings: Settings): void {
  const documents = program
    .command('documents')
    .description('list documents and see how they are indexed')
    .addHelpText('after', EXAMPLES)
  const command = (usage: string, description: string) =>
    addAdminOptions(documents.command(usage).description(description))
      .requiredOption('--knowledge-base <id>', 'the knowledge base')
      .option(...JSON_FLAG)

  command('list', 'list documents with their state')
    .addOption(new Option('--state <state>').choices(['pending', 'indexed', 'failed']))
    .option('--source <id>', 'only documents of this source')
    .option('--group <id>', 'only documents of this source group')
    .addOption(
      new Option('--visibility <visibility>').choices(['public', 'unlisted', 'restricted']),
    )
    .option('--search <text>', 'only documents with this in the title or the URL')
    .option('--sort <field>', 'created_at, title, indexed_at or passages; `-title`: the other way')
    .action(async (options: ListOptions) => {
      const found = await allDocuments(connectAsAdmin(options, settings), options)
      if (options.json) printJson({ documents: found })
      else console.log(renderTable([HEADINGS, ...found.map(toRow)]))
    })
  command('show <url-or-id>', 'show a document').action(async (name: string, options: Options) => {
    const admin = connectAsAdmin(options, settings)
    printRecord(await findDocument(admin, options.knowledgeBase, name), options)
  })
  command('passages <url-or-id>', 'show the passages of a document as retrieval sees them').action(
    async (name: string, options: Options) => {
      const admin = connectAsAdmin(options, settings)
      const { id } = await findDocument(admin, options.knowledgeBase, name)
      const list = await admin.documents.passages(options.knowledgeBase, id)
      if (options.json) printJson(list)
      else console.log(list.passages.map((one) => renderPassage(one, list.language)).join('\n\n'))
    },
  )
}

const allDocuments = (
  admin: AdminClient,
  { knowledgeBase, state, source, group, visibility, search: q, sort }: ListOptions,
): Promise<Document[]> =>
  collectPages(200, async (page) => {
    const query = { q, state, source_id: source, group_id: group, visibility, sort, ...page }
    const { documents: items, next_cursor } = await admin.documents.list(knowledgeBase, query)
    return { items, next_cursor }
  })

/** By URL or by id. */
async function findDocument(
  admin: AdminClient,
  knowledgeBaseId: string,
  name: string,
): Promise<Document> {
  if (!/^https?:/i.test(name)) return admin.documents.get(knowledgeBaseId, name)
  const [found] = (await admin.documents.list(knowledgeBaseId, { url: name })).documents
  if (!found) throw new Failure(`No document has the URL ${name}.`)
  return found
}

const HEADINGS = ['ID', 'STATE', 'VISIBILITY', 'PASSAGES', 'ADDRESS', 'WHY']

const toRow = (document: Document): string[] => [
  document.id,
  document.state,
  document.visibility,
  count(document.passages),
  plain(document.url),
  plain(document.state_reason ?? ''),
]

function renderPassage(passage: DocumentPassage, language: string): string {
  const { index, anchor, terms, has_vector, searched_text } = passage
  const facts = [
    `#${index}`,
    anchor === null ? 'no anchor' : `anchor ${plain(anchor)}`,
    language,
    `${count(terms)} terms`,
    has_vector ? 'embedded' : 'not embedded',
  ]
  return `${facts.join('  ')}\n${plainLines(searched_text)}`
}
