import type { SourceRule, SourceRulesPreview } from '@footnote/contract/admin/source-rules'
import { isDeepStrictEqual } from 'node:util'
import { setImmediate } from 'node:timers/promises'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { createRuling } from './page-ruling.ts'
import { applyRuling, RULED } from './source-rules.ts'
import type { Source } from './sources.ts'

/** Documents between which other requests get their turn. */
const AT_ONCE = 200
const MAX_CONTAINERS_SHOWN = 200

/** What the rules would do to the documents that the source has now. */
export async function previewRules(
  tx: TenantTransaction,
  source: Source,
  rules: readonly SourceRule[],
): Promise<SourceRulesPreview> {
  const was = createRuling(source)
  const is = createRuling({ ...source, rules })
  const counts = rules.map(() => ({ matches: 0, decides: 0 }))
  const containers = new Map<string, number>()
  const total = { documents: 0, unmatched: 0, changes: 0 }
  for (let after: string | null = null; ;) {
    let query = tx.selectFrom('documents').select(RULED).where('source_id', '=', source.id)
    if (after !== null) query = query.where('id', '>', after)
    const documents = await query.orderBy('id').limit(AT_ONCE).execute()
    for (const document of documents) {
      const ruling = is(document)
      for (const number of ruling.matching) add(counts[number], 'matches')
      for (const number of ruling.deciding) add(counts[number], 'decides')
      if (ruling.matching.length === 0) total.unmatched += 1
      const changed = applyRuling(document, was(document), ruling)
      if (!isDeepStrictEqual(document, changed)) total.changes += 1
      for (const name of document.containers) containers.set(name, (containers.get(name) ?? 0) + 1)
    }
    total.documents += documents.length
    after = documents.at(-1)?.id ?? null
    if (documents.length < AT_ONCE) break
    await setImmediate()
  }
  return { ...total, rules: counts, containers: largestFirst(containers) }
}

function add<Name extends string>(count: Record<Name, number> | undefined, name: Name): void {
  if (count) count[name] += 1
}

const largestFirst = (containers: ReadonlyMap<string, number>) =>
  [...containers]
    .map(([name, documents]) => ({ name, documents }))
    .toSorted((a, b) => b.documents - a.documents || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_CONTAINERS_SHOWN)
