import pg from 'pg'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../server/src/platform/db.ts'
import { toHalfvec } from '../../server/src/knowledge/vector-text.ts'
import { candidatesStatement } from '../../server/src/retrieval/candidates.ts'
import { passagesStatement } from '../../server/src/retrieval/load-passages.ts'
import { readQuery, retrieve } from '../../server/src/retrieval/retrieve.ts'
import type { SetIndex } from './index-set.ts'

/** What one search sends to the database, as a pgbench script each. */
export async function scriptsFor(index: SetIndex, texts: readonly string[]): Promise<string[]> {
  const { caller, embedders, metrics, roles } = index
  const { db } = roles.api
  const scripts: string[] = []
  for (const text of texts) {
    const query = { caller, text, groupIds: null, limit: 10 }
    const found = await retrieve({ db, embedders, metrics }, query, new AbortController().signal)
    const candidates = candidatesStatement({
      readings: readQuery(caller, text),
      space: caller.space,
      vector: toHalfvec(await embedders.standard.embedQuery(text)),
      unrelatedCosine: embedders.standard.unrelatedCosine,
      groupIds: null,
    })
    scripts.push(
      [
        'begin',
        `select set_config('footnote.workspace_id', '${caller.workspaceId}', true), set_config('footnote.knowledge_base_id', '${caller.knowledgeBaseId}', true)`,
        literal(db, candidates),
        literal(db, passagesStatement(found.map(({ id }) => id))),
        'commit',
      ]
        .map((statement) => `${statement.replaceAll(/\s+/g, ' ').trim()};\n`)
        .join(''),
    )
  }
  return scripts
}

/** The statement with its parameters written into it. */
function literal(db: Db, statement: RawBuilder<unknown>): string {
  const { sql, parameters } = statement.compile(db)
  return sql.replaceAll(/\$(\d+)/g, (_, place) => toLiteral(parameters[Number(place) - 1]))
}

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
}
