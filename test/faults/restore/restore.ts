import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate } from '../../../server/src/platform/migrations/migrate.ts'
import { ask } from '../../support/ask.ts'
import type { Knowledge } from '../../support/knowledge.ts'
import { createKnowledge, putPages, untilIndexed } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { startService } from '../../support/service.ts'
import { withSuppliedVectors } from '../../../bench/lib/data/with-supplied-vectors.ts'
import { rounded, writeResults } from '../../../bench/lib/figures.ts'
import { addLargeBase } from '../workspaces/add-large-base.ts'
import type { Load } from '../workspaces/use-workspace.ts'
import { startLoad } from '../workspaces/use-workspace.ts'
import type { Archive, Backup } from './archive.ts'
import { withArchive } from './archive.ts'
import type { BroughtBack } from './bring-back.ts'
import { LIVE, bringBack, damagePages, deleteWorkspace } from './bring-back.ts'
import type { Moment } from './moments.ts'
import { contentsIn, noteMoment } from './moments.ts'
import { report } from './report.ts'

const USAGE = `Usage: npm run chaos -- restore [--short] [--passages N]

Backs up a PostgreSQL of its own with pgBackRest, which it fetches, while two workspaces are used. Then one
is damaged and deleted. For each of several points in time the server is restored beside the live one, and
the workspace moved out of it into the live cell: it must be what it was at that time, to the row, and
answer again, while the other workspace loses nothing and none of its requests fails.

  --short       2 points in time and 2,000 passages; writes no results
  --passages N  in the workspace; 20,000 unless given

A table for people comes first; the last line is one JSON object. A full run also writes
bench/results/restore.json.`

const KEYS = 'https://docs.example.com/keys'
const LAMPS = 'https://docs.example.com/lamps'
const PAGES = [
  { url: KEYS, content: '# Keys\n\nReset a key under Settings, then copy the new key.' },
  { url: LAMPS, content: '# Lamps\n\nThe lamp is lit while the key is in use.' },
]
const QUESTION = { query: 'How do I reset a key?' }
const INDEXING_TIMEOUT_MS = 300_000

type Size = { passages: number; points: number; useMs: number }

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      passages: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const size = values.short
    ? { passages: 2_000, points: 2, useMs: 4_000 }
    : { passages: 20_000, points: 3, useMs: 20_000 }
  const passages = Number(values.passages ?? size.passages)
  const { figures, isSound } = await withSuppliedVectors(
    ({ env }) => withArchive((archive) => run(archive, env, { ...size, passages })),
    'words',
  )
  if (!values.short) {
    console.log(`Written: ${await writeResults('restore', { run: never }, figures)}`)
  }
  console.log(JSON.stringify({ bench: 'restore', short: values.short, ...figures }))
  return isSound ? 0 : 1
}

const never = () => Promise.reject(new Error('This is a command of its own.'))

async function run(archive: Archive, env: Record<string, string>, size: Size) {
  const { ownerUrl, adminUrl } = archive
  await migrate(ownerUrl)
  await using service = await startService({ databaseUrl: ownerUrl, env: { ...env, CELL: LIVE } })
  const [lost, used, quiet] = [await fill(service), await fill(service), await fill(service)]
  await addLargeBase(service, ownerUrl, lost.docs, size.passages)
  const atRest = await noteMoment(archive, quiet.docs.workspaceId)
  const others = startLoad(service.baseUrl, used.docs, () => 'others', { pauses: 5 })
  try {
    const { backups, moments, own } = await backUpInUse(archive, service, lost.docs, size)
    await damagePages(service, lost.docs, [KEYS, lost.pageIds[1] ?? ''])
    await deleteWorkspace(archive, service, lost.docs)
    const rounds = await bringBackFrom(moments, { archive, service, docs: lost.docs, own, size })
    await others.stop()
    await untilIndexed(service, used.docs.knowledgeBaseId, INDEXING_TIMEOUT_MS)
    return await report({
      archive,
      passages: size.passages,
      backups,
      rounds,
      others: others.load,
      own,
      quiet: {
        before: atRest.contents,
        after: await contentsIn(adminUrl, quiet.docs.workspaceId),
      },
    })
  } finally {
    await others.stop()
  }
}

/** A workspace with pages, a key, a widget and a question. */
async function fill(service: Service): Promise<{ docs: Knowledge; pageIds: string[] }> {
  const docs = await createKnowledge(service)
  const pageIds = await putPages(service, docs.knowledgeBaseId, PAGES)
  await service.admin.widgets.create(docs.knowledgeBaseId, { name: 'Widget' })
  await ask(service, docs, QUESTION)
  return { docs, pageIds }
}

/** A backup for each point in time, a full one first. What is used behind a backup is in the WAL alone. */
async function backUpInUse(archive: Archive, service: Service, docs: Knowledge, size: Size) {
  const backups: Backup[] = []
  const moments: Moment[] = []
  const own: Load[] = []
  for (let count = 1; count <= size.points; count += 1) {
    const use = startLoad(service.baseUrl, docs, () => 'own', { pauses: 5, folder: `own-${count}` })
    try {
      backups.push(await archive.backUp(count === 1 ? 'full' : 'incr'))
      await sleep(size.useMs)
    } finally {
      await use.stop()
    }
    own.push(use.load)
    await untilIndexed(service, docs.knowledgeBaseId, INDEXING_TIMEOUT_MS)
    const moment = await noteMoment(archive, docs.workspaceId)
    moments.push(moment)
    console.log(`${moment.time}: noted, ${rounded(backups.at(-1)?.seconds ?? 0)} s for the backup`)
  }
  return { backups, moments, own }
}

/** To the last point first, as somebody does who then finds that it was too late. */
async function bringBackFrom(
  moments: readonly Moment[],
  {
    archive,
    service,
    docs,
    own,
    size,
  }: { archive: Archive; service: Service; docs: Knowledge; own: Load[]; size: Size },
): Promise<BroughtBack[]> {
  const rounds: BroughtBack[] = []
  for (const moment of moments.toReversed()) {
    if (rounds.length > 0) await deleteWorkspace(archive, service, docs)
    rounds.push(await bringBack(archive, service, docs, moment))
    console.log(`${moment.time}: brought back`)
    const use = startLoad(service.baseUrl, docs, () => 'own', { pauses: 5, folder: 'again' })
    await sleep(size.useMs)
    await use.stop()
    own.push(use.load)
  }
  return rounds
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
