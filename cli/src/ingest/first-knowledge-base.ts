import type { AdminClient } from '@footnote/client/admin'
import { createClient } from '@footnote/client'
import type { Command } from 'commander'
import { Option } from 'commander'
import { Failure, USAGE_EXIT_CODE } from '../failure.ts'
import { plain } from '../plain.ts'
import type { Settings } from '../settings.ts'
import { DEFAULT_URL } from '../settings.ts'
import { findFirstQuestion } from './first-question.ts'

export type FirstKnowledgeBase = {
  readonly workspaceId: string
  readonly knowledgeBaseId: string
  readonly clientKey: string
}

/** The options that `chooseKnowledgeBase` reads. */
export const addKnowledgeBaseOptions = (command: Command): Command =>
  command
    .option(
      '--knowledge-base <id>',
      'the knowledge base to fill (default: FOOTNOTE_KNOWLEDGE_BASE)',
    )
    .addOption(
      new Option(
        '--create <name>',
        'create a workspace, a knowledge base and a public key to fill',
      ).conflicts(['knowledgeBase', 'group']),
    )

/** The one that `--knowledge-base` or the environment names, or a new one, which is printed before it is filled. */
export async function chooseKnowledgeBase(
  admin: AdminClient,
  { knowledgeBase, create }: { knowledgeBase?: string; create?: string },
  settings: Pick<Settings, 'knowledgeBase'>,
): Promise<{ knowledgeBaseId: string; first?: FirstKnowledgeBase }> {
  if (create !== undefined) {
    const first = await createFirstKnowledgeBase(admin, create)
    console.log(`${renderFirstKnowledgeBase(first)}\n`)
    return { knowledgeBaseId: first.knowledgeBaseId, first }
  }
  const chosen = knowledgeBase ?? settings.knowledgeBase
  if (chosen) return { knowledgeBaseId: chosen }
  throw new Failure(
    'Choose a knowledge base with --knowledge-base <id>, or create one with --create <name>.',
    USAGE_EXIT_CODE,
  )
}

/**
 * Runs what fills a knowledge base. If nothing got into one that was created for it, that is deleted again,
 * so that a second try does not make a second one. What `goesOn` without us may still fill it.
 */
export async function fillOrUndo<Outcome>(
  admin: AdminClient,
  { first, goesOn = false }: { first: FirstKnowledgeBase | undefined; goesOn?: boolean },
  fill: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await fill()
    if (first && !goesOn) await undoIfEmpty(admin, first)
    return outcome
  } catch (error) {
    if (first) await undoIfEmpty(admin, first)
    throw error
  }
}

async function undoIfEmpty(admin: AdminClient, first: FirstKnowledgeBase): Promise<void> {
  const { workspaceId, knowledgeBaseId } = first
  try {
    const { pending, indexed } = await admin.documents.summary(knowledgeBaseId)
    if (pending + indexed > 0) return
    await admin.workspaces.remove(workspaceId)
    console.error('\nNothing was indexed, so what was created above is deleted again.')
  } catch {
    // The server is gone, which the error that follows says.
    console.error(
      `\nWhat was created above is still there. Continue with --knowledge-base ${knowledgeBaseId} ` +
        `instead of --create, or delete it: footnote workspaces delete ${workspaceId}`,
    )
  }
}

/** Everything that a first search needs, under one name. */
async function createFirstKnowledgeBase(
  admin: AdminClient,
  name: string,
): Promise<FirstKnowledgeBase> {
  const workspace = await admin.workspaces.create({ name })
  try {
    const knowledgeBase = await admin.knowledgeBases.create(workspace.id, { name })
    const key = await admin.keys.create(knowledgeBase.id, { name: 'First key', kind: 'public' })
    if (key.client_key === undefined) throw new Error('The server sent no public key')
    return {
      workspaceId: workspace.id,
      knowledgeBaseId: knowledgeBase.id,
      clientKey: key.client_key,
    }
  } catch (error) {
    await admin.workspaces.remove(workspace.id).catch(() => undefined)
    throw error
  }
}

const renderFirstKnowledgeBase = (first: FirstKnowledgeBase): string =>
  [
    'Created:',
    `  workspace       ${first.workspaceId}`,
    `  knowledge base  ${first.knowledgeBaseId}`,
    `  public key      ${first.clientKey}  (shown only once)`,
  ].join('\n')

/** Commands to paste, once there is something to find. */
export async function describeFirstSteps(
  { knowledgeBaseId, clientKey }: FirstKnowledgeBase,
  baseUrl: string,
): Promise<string> {
  const client = createClient({ baseUrl, credential: { clientKey }, knowledgeBaseId })
  const question = await findFirstQuestion(client)
  return renderFirstSteps({ knowledgeBaseId, clientKey, baseUrl, question })
}

type FirstSteps = Omit<FirstKnowledgeBase, 'workspaceId'> & {
  readonly baseUrl: string
  readonly question: string | undefined
}

export function renderFirstSteps({ knowledgeBaseId, clientKey, baseUrl, question }: FirstSteps) {
  const query = question ?? 'your question'
  const at = baseUrl === DEFAULT_URL ? '' : ` --url '${baseUrl}'`
  const credentials = `--knowledge-base $KNOWLEDGE_BASE --key $KEY${at}`
  return [
    'For the commands below:',
    `  export KNOWLEDGE_BASE=${knowledgeBaseId} KEY=${clientKey}`,
    '',
    'Ask:',
    `  footnote ask ${quoted(query)} ${credentials}`,
    'Search:',
    `  footnote search ${quoted(query)} ${credentials}`,
    'The same over HTTP:',
    `  curl -sS "${baseUrl}/api/v1/public/knowledge-bases/$KNOWLEDGE_BASE/search" \\`,
    `    -H "X-Client-Key: $KEY" -H 'Content-Type: application/json' \\`,
    `    -d ${quoted(JSON.stringify({ query }))}`,
  ].join('\n')
}

/** Quoted as one word for a shell. */
const quoted = (text: string): string => `'${plain(text).replaceAll("'", String.raw`'\''`)}'`
