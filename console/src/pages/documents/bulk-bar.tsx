import type { Document } from '@footnote/client/admin'
import { useState } from 'react'
import { Changes } from '../../session/changes.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { BulkDialog, type BulkKind } from './bulk-dialog.tsx'
import { countText } from './count-text.ts'
import { t } from './texts.ts'
import type { BulkTarget } from './use-bulk.ts'
import type { Selection } from './use-selection.ts'

const KINDS = ['visibility', 'group', 'labels', 'reindex', 'delete'] as const

type BulkBarProps = {
  selection: Selection
  documents: readonly Document[]
  filter: NonNullable<BulkTarget['filter']>
  total: number
}

/** How many pages are chosen, and what can be done with them. */
export function BulkBar({ selection, documents, filter, total }: BulkBarProps) {
  const [asked, setAsked] = useState<BulkKind | null>(null)
  const { isAll, ids } = selection
  const count = isAll
    ? countText(total, filter.q)
    : t.pages.count(formatNumber(ids.length), ids.length)
  const hasMore =
    !isAll && documents.length < total && documents.every(({ id }) => selection.has(id))
  const target: BulkTarget = isAll ? { filter } : { ids }
  return (
    <Changes need="editor">
      <p role="status" className="font-[550]">
        {t.pages.selected(count)}
      </p>
      {hasMore && (
        <Button kind="quiet" onClick={selection.selectAll}>
          {t.pages.selectAll(countText(total, filter.q))}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        {KINDS.map((kind) => (
          <Button key={kind} isChange onClick={() => setAsked(kind)}>
            {t.pages.bulk[kind].open}
          </Button>
        ))}
        <Button kind="quiet" onClick={selection.clear}>
          {t.pages.clearSelection}
        </Button>
      </div>
      {asked !== null && (
        <BulkDialog
          kind={asked}
          target={target}
          count={count}
          onDone={selection.clear}
          onClose={() => setAsked(null)}
        />
      )}
    </Changes>
  )
}
