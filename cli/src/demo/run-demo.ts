import { randomBytes } from 'node:crypto'
import { createAdminClient } from '@footnote/client/admin'
import { readFolder } from '../ingest/read-folder.ts'
import { runIngest } from '../ingest/run-ingest.ts'
import type { Settings } from '../settings.ts'
import { DOCS_DIR, startDocsSite } from './docs-site.ts'
import { howToType } from './how-to-type.ts'
import { findDatabase, findModels } from './needs.ts'
import { startService } from './service.ts'

/** Indexed before the others, so that its question can be asked at once. */
const FIRST = { page: 'guides/ai-readable.md', question: 'How do I turn on llms.txt?' }

export async function runDemo(port: number, settings: Settings): Promise<void> {
  const startedMs = performance.now()
  const stops: (() => Promise<void> | void)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= stopAll(stops))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Ctrl-C arrives twice under npx, which passes on what the terminal sends to both.
    process.on(signal, () => void stop().finally(() => process.exit(0)))
  }
  try {
    const modelDir = findModels(process.env['EMBEDDING_MODEL_DIR'])
    const database = findDatabase(settings.databaseUrl)
    stops.push(database.stop)
    const token = randomBytes(24).toString('base64url')
    const { keyPepper } = settings
    const service = await startService({ databaseUrl: database.url, modelDir, token, keyPepper })
    stops.push(service.stop)
    const site = await startDocsSite(port)
    stops.push(() => site.stop())
    const admin = createAdminClient({ baseUrl: service.url, token })
    const workspace = await admin.workspaces.create({ name: 'Footnote demo' })
    const knowledgeBase = await admin.knowledgeBases.create(workspace.id, { name: 'Footnote docs' })
    const key = await admin.keys.create(knowledgeBase.id, { name: 'Demo', kind: 'public' })
    site.show({
      serviceUrl: service.url,
      clientKey: key.client_key ?? '',
      knowledgeBaseId: knowledgeBase.id,
    })
    const seconds = () => Math.round((performance.now() - startedMs) / 1000)
    console.log(`Ready after ${seconds()} s: ${site.url}/   (Ctrl-C to stop)`)
    // Guides answer most questions, so error pages can wait. Why Footnote is built as it is would be
    // quoted to readers who ask how to use it.
    const comesFirst = (path: string) => path.startsWith('guides/')
    const read = (choice: Parameters<typeof readFolder>[3]) =>
      readFolder(DOCS_DIR, `${site.url}/`, {}, choice)
    const others = await read({ exclude: ['decisions/**', FIRST.page], comesFirst })
    console.log(
      `Indexing its ${others.total + 1} pages, guides first; the ones still to come cannot be found yet.`,
    )
    await runIngest(admin, knowledgeBase.id, await read({ only: FIRST.page }), process.stderr)
    const typed = howToType({
      script: process.argv[1] ?? '',
      node: process.execPath,
      path: process.env['PATH'] ?? '',
    })
    const credentials = `--knowledge-base ${knowledgeBase.id} --key ${key.client_key}`
    console.log('From another terminal:')
    console.log(`  ${typed} ask '${FIRST.question}' --url ${service.url} ${credentials}`)
    await runIngest(admin, knowledgeBase.id, others, process.stderr)
    console.log(`All pages indexed after ${seconds()} s.`)
  } catch (error) {
    await stop()
    throw error
  }
}

async function stopAll(stops: (() => Promise<void> | void)[]): Promise<void> {
  for (const each of stops.toReversed()) await each()
}
