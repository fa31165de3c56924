import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { CheckField, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { PageSearch } from '../documents/page-search.tsx'
import type { RuleDraft } from './rule-draft.ts'
import { toRule } from './rule-draft.ts'
import { t } from './texts.ts'

type RuleFormProps = { draft: RuleDraft; onClose: () => void }

export function RuleForm({ draft: initial, onClose }: RuleFormProps) {
  const { knowledgeBaseId } = useScope()
  const [draft, setDraft] = useState(initial)
  const set = (change: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...change }))
  const save = useChange({
    run: () => {
      const { searchRules } = admin()
      const body = { rule: toRule(draft) }
      return draft.id === null
        ? searchRules.create(knowledgeBaseId, body)
        : searchRules.put(knowledgeBaseId, draft.id, body)
    },
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'search-rules')],
    said: t.page.saved,
    onDone: onClose,
  })
  return (
    <Dialog title={draft.id === null ? t.page.add[draft.kind] : t.page.edit} onClose={onClose}>
      <Form
        onSubmit={() => save.mutate()}
        error={save.error}
        actions={
          <DialogActions onCancel={onClose}>
            <Button
              kind="primary"
              type="submit"
              isBusy={save.isPending}
              disabled={draft.kind === 'pin' && draft.url === ''}
            >
              {t.page.save}
            </Button>
          </DialogActions>
        }
      >
        {draft.kind === 'pin' ? (
          <PinFields draft={draft} onDraft={set} />
        ) : (
          <SynonymFields draft={draft} onDraft={set} />
        )}
      </Form>
    </Dialog>
  )
}

type FieldsProps = { draft: RuleDraft; onDraft: (change: Partial<RuleDraft>) => void }

const SynonymFields = ({ draft, onDraft }: FieldsProps) => (
  <>
    <TextArea
      label={t.page.words}
      hint={t.page.wordsHint}
      required
      autoFocus
      rows={2}
      value={draft.words}
      onValue={(words) => onDraft({ words })}
    />
    <TextArea
      label={t.page.means}
      hint={t.page.meansHint}
      required
      rows={2}
      value={draft.means}
      onValue={(means) => onDraft({ means })}
    />
    <CheckField
      label={t.page.bothWays}
      hint={t.page.bothWaysHint}
      isOn={draft.bothWays}
      onChange={(bothWays) => onDraft({ bothWays })}
    />
  </>
)

const PinFields = ({ draft, onDraft }: FieldsProps) => (
  <>
    <TextArea
      label={t.page.asked}
      hint={t.page.askedHint}
      required
      autoFocus
      rows={2}
      value={draft.words}
      onValue={(words) => onDraft({ words })}
    />
    <PageSearch
      label={t.page.pinned}
      hint={t.page.pinnedHint}
      placeholder={t.page.findPage}
      listLabel={t.page.foundPages}
      chosen={[draft.url]}
      onPick={({ url }) => onDraft({ url })}
    />
    {draft.url !== '' && (
      <p className="text-sm [overflow-wrap:anywhere]">{t.page.chosen(draft.url)}</p>
    )}
  </>
)
