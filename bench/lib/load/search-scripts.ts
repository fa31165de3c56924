import pg from 'pg'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../../server/src/platform/database/db.ts'
import { toHalfvec } from '../../../server/src/text/vector-text.ts'
import { candidatesStatement } from '../../../server/src/retrieval/candidates.ts'
import { passagesStatement } from '../../../server/src/retrieval/load-passages.ts'
import { analyseQuery } from '../../../server/src/text/analysed-query.ts'
import { retrieve } from '../../../server/src/retrieval/retrieve.ts'
import type { SetIndex } from '../sets/index-set.ts'
import { PREPARED_VARIABLE } from './pgbench.ts'

/** What one search sends to the database, as a pgbench script each. */
export async function scriptsFor(index: SetIndex, texts: readonly string[]): Promise<string[]> {
  const { caller, embedders, metrics, roles } = index
  const { db } = roles.api
  const scripts: string[] = []
  for (const text of texts) {
    const query = { caller, text, groupIds: null, limit: 10 }
    const { passages } = await retrieve(
      { db, embedders, metrics },
      query,
      new AbortController().signal,
    )
    const candidates = candidatesStatement({
      queries: analyseQuery(caller, text),
      space: caller.space,
      vector: toHalfvec(await embedders.standard.embedQuery(text)),
      similarityBaseline: await embedders.standard.similarityBaseline(),
      groupIds: null,
    })
    const search = toPrepared(db, 'search', candidates)
    const load = toPrepared(db, 'load', passagesStatement(passages.map(({ id }) => id)))
    scripts.push(
      [
        `\\if :${PREPARED_VARIABLE} = 0`,
        search.prepare,
        load.prepare,
        `\\set ${PREPARED_VARIABLE} 1`,
        '\\endif',
        'begin;',
        `select set_config('footnote.workspace_id', '${caller.workspaceId}', true), set_config('footnote.knowledge_base_id', '${caller.knowledgeBaseId}', true);`,
        search.execute,
        load.execute,
        'commit;\n',
      ].join('\n'),
    )
  }
  return scripts
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
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
}
