import type { Source, SourceRulesPreview } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { groupsQuery, knowledgeBaseKey, rulesPreviewQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { includesRole, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFormValues } from '../../ui/use-form-values.ts'
import type { RuleDraft } from './rule-draft.ts'
import { movedUp, newDraft, toDrafts, toRules } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'
import { t } from './texts.ts'

/** New rules may change every page of the source. */
const TIMEOUT_MS = 120_000
const SHOWN_CONTAINERS = 8

/** What some pages of a source get, by their path or by what they are in. Saved once it was previewed. */
export function RulesCard({ source }: { source: Source }) {
  const { knowledgeBaseId } = useScope()
  const mayPreview = includesRole(useRole(), 'editor')
  const { data: groups } = useQuery(groupsQuery(knowledgeBaseId))
  const containersId = useId()
  const saved = toDrafts(source.rules)
  const form = useFormValues<{ drafts: RuleDraft[] }>({ drafts: saved })
  const { drafts } = form.values
  const [isOpen, setIsOpen] = useState(false)
  const rules = toRules(drafts)
  const wanted = JSON.stringify(rules)
  const isSaved = wanted === JSON.stringify(toRules(saved))
  const [asked, setAsked] = useState(wanted)
  const previewed = { knowledgeBaseId, sourceId: source.id, rules: asked }
  const query = useQuery({ ...rulesPreviewQuery(previewed), enabled: mayPreview })
  const preview = asked === wanted ? query.data : undefined
  const texts = t.sources.rules
  const save = useChange({
    run: () =>
      admin().sources.change(
        knowledgeBaseId,
        source.id,
        { rules, ...(isOpen ? { open_private_pages: true } : {}) },
        { timeoutMs: TIMEOUT_MS },
      ),
    refreshes: [
      knowledgeBaseKey(knowledgeBaseId, 'sources'),
      knowledgeBaseKey(knowledgeBaseId, 'documents'),
    ],
    said: t.common.saved,
    onDone: form.forget,
  })
  const set = (next: RuleDraft[]) => form.set({ drafts: next })
  const isReady = preview !== undefined && !isSaved
  return (
    <Card title={texts.title}>
      <p className="mb-4 text-ink-2">{texts.lead}</p>
      <Form
        onSubmit={() => {
          if (isReady) save.mutate()
          else if (asked === wanted) void query.refetch()
          else setAsked(wanted)
        }}
        error={save.error ?? (asked === wanted ? query.error : null)}
        actions={
          <div className="flex flex-wrap gap-2">
            <Button isChange onClick={() => set([...drafts, newDraft(drafts)])}>
              {texts.add}
            </Button>
            <Button
              isChange
              type="submit"
              kind={isReady || isSaved ? 'default' : 'primary'}
              isBusy={query.isFetching}
              disabled={isSaved || isReady}
            >
              {texts.preview}
            </Button>
            <Button
              isChange
              type="submit"
              kind={isReady ? 'primary' : 'default'}
              disabled={!isReady}
              isBusy={save.isPending}
            >
              {texts.save}
            </Button>
          </div>
        }
      >
        {drafts.map((rule, place) => (
          <RuleFields
            key={rule.id}
            rule={rule}
            number={place + 1}
            groups={groups?.groups ?? []}
            containersId={containersId}
            counts={preview?.rules[place]}
            onChange={(change) => set(drafts.with(place, { ...rule, ...change }))}
            onMoveUp={() => set(movedUp(drafts, place))}
            onRemove={() => set(drafts.toSpliced(place, 1))}
          />
        ))}
        <datalist id={containersId}>
          {query.data?.containers.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {preview && (
          <PreviewText preview={preview} hasRules={drafts.length > 0} isSaved={isSaved} />
        )}
        {source.credential && !isSaved && (
          <CheckField label={texts.open} hint={texts.openHint} isOn={isOpen} onChange={setIsOpen} />
        )}
      </Form>
    </Card>
  )
}

type PreviewTextProps = { preview: SourceRulesPreview; hasRules: boolean; isSaved: boolean }

const PreviewText = ({ preview, hasRules, isSaved }: PreviewTextProps) => (
  <div role="status" className="flex flex-col gap-1 text-ink-2">
    {hasRules && <p>{t.sources.rules.unmatched(preview.unmatched, preview.documents)}</p>}
    {!isSaved && <p>{t.sources.rules.changes(preview.changes)}</p>}
    {preview.containers.length > 0 && (
      <p className="[overflow-wrap:anywhere]">
        {t.sources.rules.containers(
          preview.containers.slice(0, SHOWN_CONTAINERS),
          preview.containers.length > SHOWN_CONTAINERS,
        )}
      </p>
    )}
  </div>
)
