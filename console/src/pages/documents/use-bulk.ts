import type { BulkInput } from '@footnote/client/admin'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { formatNumber } from '../../ui/format.ts'
import { t } from './texts.ts'

/** As many as the server takes at once. */
const AT_ONCE = 200

export type BulkTarget = { ids?: readonly string[]; filter?: NonNullable<BulkInput['filter']> }
export type BulkChange = Pick<
  BulkInput,
  'visibility' | 'group_id' | 'labels' | 'reindex' | 'delete'
>

/** A change of many pages, part by part, and how many are done. */
export function useBulk(target: BulkTarget, change: BulkChange, onDone: () => void) {
  const { knowledgeBaseId } = useScope()
  const [done, setDone] = useState(0)
  const run = async (): Promise<number> => {
    let count = 0
    const send = async (part: BulkInput) => {
      const { documents, next_cursor } = await admin().documents.bulk(knowledgeBaseId, part)
      count += documents
      setDone(count)
      return next_cursor
    }
    const { ids = [], filter } = target
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      await send({ ...change, ids: ids.slice(from, from + AT_ONCE) })
    }
    if (!filter) return count
    let cursor = await send({ ...change, filter })
    while (cursor !== null) cursor = await send({ ...change, filter, cursor })
    return count
  }
  const mutation = useChange<void, number>({
    run,
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'documents')],
    said: (count) =>
      (change.delete ? t.pages.bulk.deleted : t.pages.bulk.changed)(formatNumber(count), count),
    onDone,
  })
  return { mutation, done }
}
