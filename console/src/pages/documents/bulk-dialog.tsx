import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupsQuery, knowledgeBaseQuery } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { fromLabelLines } from '../../ui/label-text.ts'
import { formatNumber } from '../../ui/format.ts'
import { t } from './texts.ts'
import type { BulkChange, BulkTarget } from './use-bulk.ts'
import { useBulk } from './use-bulk.ts'

export type BulkKind = 'visibility' | 'group' | 'labels' | 'reindex' | 'delete'

const VISIBILITIES = ['public', 'unlisted', 'restricted'] as const

type BulkDialogProps = {
  kind: BulkKind
  target: BulkTarget
  /** Such as “12 pages”. */
  count: string
  onDone: () => void
  onClose: () => void
}

/** Says what happens to how many pages, and asks for what is missing. */
export function BulkDialog({ kind, target, count, onDone, onClose }: BulkDialogProps) {
  const { knowledgeBaseId } = useScope()
  const { data: base } = useQuery(knowledgeBaseQuery(knowledgeBaseId))
  const { data: groups } = useQuery(groupsQuery(knowledgeBaseId))
  const [visibility, setVisibility] = useState<(typeof VISIBILITIES)[number]>('restricted')
  const [groupId, setGroupId] = useState('')
  const [labels, setLabels] = useState('')
  const changes: Record<BulkKind, BulkChange> = {
    visibility: { visibility },
    group: { group_id: groupId === '' ? null : groupId },
    labels: { labels: fromLabelLines(labels) },
    reindex: { reindex: true },
    delete: { delete: true },
  }
  const { mutation, done } = useBulk(target, changes[kind], () => {
    onClose()
    onDone()
  })
  const texts = t.pages.bulk[kind]
  const progress = mutation.isPending && done > 0 ? t.pages.bulk.done(formatNumber(done)) : ''
  const shared = { title: texts.title(count), action: texts.action, change: mutation, onClose }
  if (kind === 'delete') {
    const effect = `${texts.effect} ${progress}`
    return <ConfirmDialog {...shared} effect={effect} name={base?.name ?? ''} />
  }
  return (
    <FormDialog {...shared} lead={`${texts.effect} ${progress}`}>
      {kind === 'visibility' && (
        <Select
          label={t.pages.visibility}
          hint={t.pages.visibilityHints[visibility]}
          value={visibility}
          options={VISIBILITIES.map((one) => [one, t.pages.visibilities[one]] as const)}
          onValue={setVisibility}
        />
      )}
      {kind === 'group' && (
        <Select<string>
          label={t.pages.group}
          value={groupId}
          options={[
            ['', t.pages.noGroup],
            ...(groups?.groups ?? []).map(({ id, name }) => [id, name] as const),
          ]}
          onValue={setGroupId}
        />
      )}
      {kind === 'labels' && (
        <TextArea
          label={t.pages.labels}
          hint={t.pages.givenLabelsHint}
          placeholder="version=2"
          value={labels}
          onValue={setLabels}
        />
      )}
    </FormDialog>
  )
}
