import type { Db } from '../platform/database/db.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { AccessRow } from './revalidate-access.ts'
import { checkStanding, readStanding, revalidateAccess } from './revalidate-access.ts'

/** How long a check waits for others that it can be made with. */
const GATHER_MS = 20
/** More would make a text of many kilobytes for PostgreSQL to read. */
const MAX_TOGETHER = 100

type Check = {
  question: AdmittedQuestion
  documentIds: readonly string[]
  resolve: () => void
  reject: (reason: unknown) => void
}

const gathering = new WeakMap<Db, Map<string, Check[]>>()

/**
 * As `revalidateAccess`, for answers that check again and again. Those of one key, token, widget and choice of
 * groups that are due at the same time share one statement: 500 silent streams sent
 * 1,040 a second and now send 12.
 */
export function revalidateTogether(
  db: Db,
  question: AdmittedQuestion,
  documentIds: readonly string[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const open = gathering.get(db) ?? new Map<string, Check[]>()
    gathering.set(db, open)
    const name = standingKey(question)
    let checks = open.get(name)
    if (!checks || checks.length >= MAX_TOGETHER) {
      checks = []
      open.set(name, checks)
      setTimeout(close, GATHER_MS, db, open, name, checks)
    }
    checks.push({ question, documentIds, resolve, reject })
  })
}

function close(db: Db, open: Map<string, Check[]>, name: string, checks: readonly Check[]): void {
  if (open.get(name) === checks) open.delete(name)
  void checkAll(db, checks)
}

/** Questions with the same have the same answer to everything but their documents and their page. */
const standingKey = ({ caller, widget, groupIds }: AdmittedQuestion): string =>
  JSON.stringify([
    caller.workspaceId,
    caller.knowledgeBaseId,
    caller.keyId,
    caller.reader,
    widget?.id,
    groupIds,
  ])

async function checkAll(db: Db, checks: readonly Check[]): Promise<void> {
  const [first] = checks
  if (!first) return
  const documentIds = [...new Set(checks.flatMap((check) => check.documentIds))]
  try {
    const standing = await readStanding(db, first.question, documentIds)
    // Whose document it is that can no longer be read is found out one by one.
    const isShared = checks.length === 1 || standing?.are_documents_readable === true
    for (const check of checks) {
      const checked = isShared
        ? checkShared(check, standing)
        : revalidateAccess(db, check.question, check.documentIds)
      checked.then(check.resolve, check.reject)
    }
  } catch (error) {
    for (const { reject } of checks) reject(error)
  }
}

async function checkShared({ question }: Check, standing: AccessRow | undefined): Promise<void> {
  checkStanding(question, standing)
}
