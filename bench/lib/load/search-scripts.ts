import { DEFAULT_LIMIT } from '@footnote/contract/limits'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from '../../../server/src/platform/database/db.ts'
import { candidatesStatement } from '../../../server/src/retrieval/candidates.ts'
import { loadStatement } from '../../../server/src/retrieval/load-passages.ts'
import { retrieve } from '../../../server/src/retrieval/retrieve.ts'
import { analyseQuery } from '../../../server/src/text/analysed-query.ts'
import { toHalfvec } from '../../../server/src/text/vector-text.ts'
import type { SetIndex } from '../sets/index-set.ts'
import { PREPARED_VARIABLE } from './pgbench.ts'

/**
 * What one search sends to the database, as a pgbench script each; `\\;` sends them together. What the
 * second statement loads is what the first finds.
 */
export async function scriptsFor(index: SetIndex, texts: readonly string[]): Promise<string[]> {
  const { caller, embedders, metrics, roles } = index
  const { db } = roles.api
  const scripts: string[] = []
  for (const text of texts) {
    const query = { caller, text, groupIds: null, limit: DEFAULT_LIMIT }
    const { signal } = new AbortController()
    const { passages } = await retrieve({ db, embedders, metrics }, query, signal)
    const candidates = candidatesStatement({
      queries: analyseQuery(caller, text),
      spaceId: caller.space.id,
      vector: toHalfvec(await embedders.standard.embedQuery(text)),
      similarityBaseline: await embedders.standard.similarityBaseline(),
      groupIds: null,
    })
    const finding = toPrepared(db, 'candidates', candidates)
    const loading = toPrepared(db, 'load', loadStatement(passages.map(({ id }) => id)))
    scripts.push(
      [
        `\\if :${PREPARED_VARIABLE} = 0`,
        finding.prepare,
        loading.prepare,
        `\\set ${PREPARED_VARIABLE} 1`,
        '\\endif',
        'start transaction isolation level repeatable read read only \\;',
        `select enter_tenant('${caller.workspaceId}', '${caller.knowledgeBaseId}') \\;`,
        finding.execute,
        loading.execute.replace(/;$/, ' \\;'),
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
  if (value === null) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  throw new Error(`There is no literal for a ${typeof value}`)
}
