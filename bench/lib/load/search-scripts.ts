import { DEFAULT_LIMIT } from '@footnote/contract/limits'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from '../../../server/src/platform/database/db.ts'
import { searchStatement } from '../../../server/src/retrieval/search-statement.ts'
import { analyseQuery } from '../../../server/src/text/analysed-query.ts'
import { toHalfvec } from '../../../server/src/text/vector-text.ts'
import type { SetIndex } from '../sets/index-set.ts'
import { PREPARED_VARIABLE } from './pgbench.ts'

/** What one search sends to the database, as a pgbench script each; `\\;` sends them together. */
export async function scriptsFor(index: SetIndex, texts: readonly string[]): Promise<string[]> {
  const { caller, embedders, roles } = index
  const scripts: string[] = []
  for (const text of texts) {
    const statement = searchStatement({
      queries: analyseQuery(caller, text),
      space: caller.space,
      vector: toHalfvec(await embedders.standard.embedQuery(text)),
      similarityBaseline: await embedders.standard.similarityBaseline(),
      groupIds: null,
      hiddenDocumentIds: [],
      limit: DEFAULT_LIMIT,
      wantsCandidates: false,
    })
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
