import { setTimeout } from 'node:timers/promises'
import { DEFAULT_LIMIT } from '@footnote/contract/limits'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from '../../../server/src/platform/database/db.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { createMetrics } from '../../../server/src/platform/metrics.ts'
import { createSearchCopies } from '../../../server/src/retrieval/copies/search-copies.ts'
import { loadRanked } from '../../../server/src/retrieval/copies/search-in-copy.ts'
import type { SearchQuery } from '../../../server/src/retrieval/search-statement.ts'
import { searchStatement } from '../../../server/src/retrieval/search-statement.ts'
import { analyseQuery } from '../../../server/src/text/analysed-query.ts'
import { toHalfvec, toHalfvecBinary } from '../../../server/src/text/vector-text.ts'
import type { SetIndex } from '../sets/index-set.ts'
import { PREPARED_VARIABLE } from './pgbench.ts'

const MEMORY_MB = 128

/** What one search sends to the database, as a pgbench script each; `\\;` sends them together. */
export async function scriptsFor(index: SetIndex, texts: readonly string[]): Promise<string[]> {
  const { caller, embedders, roles } = index
  const rank = await rankInCopy(index)
  const scripts: string[] = []
  for (const text of texts) {
    const vector = await embedders.standard.embedQuery(text)
    const query = {
      queries: analyseQuery(caller, text),
      space: caller.space,
      vector: toHalfvecBinary(vector),
      similarityBaseline: await embedders.standard.similarityBaseline(),
      groupIds: null,
      hiddenDocumentIds: [],
      limit: DEFAULT_LIMIT,
      wantsCandidates: false,
    }
    const ranking = rank(query)
    const statement = ranking
      ? loadRanked(query, ranking)
      : searchStatement({ ...query, vector: toHalfvec(vector) })
    const search = toPrepared(roles.api.db, 'search', statement)
    scripts.push(
      [
        `\\if :${PREPARED_VARIABLE} = 0`,
        search.prepare,
        `\\set ${PREPARED_VARIABLE} 1`,
        '\\endif',
        'begin \\;',
        `select set_config('footnote.workspace_id', '${caller.workspaceId}', true), set_config('footnote.knowledge_base_id', '${caller.knowledgeBaseId}', true) \\;`,
        search.execute.replace(/;$/, ' \\;'),
        'commit;\n',
      ].join('\n'),
    )
  }
  return scripts
}

/** By the copy that a busy service has; it makes one after a number of searches. */
async function rankInCopy({ caller, roles }: SetIndex) {
  if (caller.space.indexed) return () => undefined
  const copies = createSearchCopies(
    { db: roles.api.db, log: createLog('silent'), metrics: createMetrics() },
    MEMORY_MB,
  )
  const rank = (query: SearchQuery & { vector: Buffer }) =>
    copies?.rank(caller, caller.space, query)
  const any = {
    queries: [],
    vector: toHalfvecBinary(new Float32Array(caller.space.dimensions).fill(1)),
    similarityBaseline: 0,
    hiddenDocumentIds: [],
    limit: 1,
  }
  const untilMs = performance.now() + 60_000
  for (;;) {
    if (copies?.rank(caller, caller.space, any)) return rank
    if (performance.now() > untilMs) throw new Error('No copy of the passages was made.')
    await setTimeout(1)
  }
}

/** As the product sends it: its text once a connection, then its values. */
function toPrepared(db: Db, name: string, statement: RawBuilder<unknown>) {
  const { sql, parameters } = statement.compile(db)
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
  return {
    prepare: `prepare ${name} as ${text};`,
    execute: `execute ${name} (${parameters.map(toLiteral).join(', ')});`,
  }
}

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : pg.escapeLiteral(String(value))
}
