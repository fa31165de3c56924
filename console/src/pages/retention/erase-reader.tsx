import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { Changes } from '../../session/changes.tsx'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatNumber } from '../../ui/format.ts'

/** Counts what there is of one reader, and then erases it. */
export function EraseReader() {
  const { knowledgeBaseId } = useScope()
  const [asker, setAsker] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const count = useMutation({
    mutationFn: () => admin().askers.erase(knowledgeBaseId, { asker, dry_run: true }),
  })
  const erase = useChange({
    run: () => admin().askers.erase(knowledgeBaseId, { asker }),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'messages')],
    said: t.retention.erased,
    onDone: () => {
      setIsAsking(false)
      setAsker('')
      count.reset()
    },
  })
  const found = count.data
    ? t.retention.counted(formatNumber(count.data.threads), formatNumber(count.data.messages))
    : ''
  return (
    <Changes need="owner">
      <Card title={t.retention.erasure}>
        <p className="mb-4 text-ink-2">{t.retention.erasureLead}</p>
        <Form
          onSubmit={() => count.mutate()}
          error={count.error}
          actions={
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" isBusy={count.isPending}>
                {t.retention.count}
              </Button>
              {count.data && count.data.threads > 0 && (
                <Button kind="danger" onClick={() => setIsAsking(true)}>
                  {t.retention.erase}
                </Button>
              )}
              <span role="status">{found}</span>
            </div>
          }
        >
          <TextField
            label={t.retention.asker}
            hint={t.retention.askerHint}
            required
            autoComplete="off"
            value={asker}
            onValue={(next) => {
              setAsker(next)
              count.reset()
            }}
          />
        </Form>
        {isAsking && (
          <ConfirmDialog
            title={t.retention.eraseTitle(asker)}
            effect={found}
            action={t.retention.erase}
            name={asker}
            change={erase}
            onClose={() => setIsAsking(false)}
          />
        )}
      </Card>
    </Changes>
  )
}
