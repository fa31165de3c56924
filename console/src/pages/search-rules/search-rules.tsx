import type { SavedSearchRule } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { knowledgeBaseKey, searchRulesQuery } from '../../api/queries.ts'
import { messageQuery } from '../../api/question-queries.ts'
import { useChange } from '../../api/use-change.ts'
import { EditablePage } from '../../session/editable-page.tsx'
import { includesRole, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { RuleDraft } from './rule-draft.ts'
import { describeRule, draftOf, draftOfMessage, emptyDraft } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'
import { t } from './texts.ts'

const route = getRouteApi('/w/$workspaceId/kb/$knowledgeBaseId/search-rules')

type Open = { draft: RuleDraft } | { deleting: SavedSearchRule } | null

/** What editors tell the search. The address may name an answer to begin a rule of a kind with. */
export function SearchRules() {
  const { knowledgeBaseId } = useScope()
  const query = useQuery(searchRulesQuery(knowledgeBaseId))
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open>(null)
  const linked = useLinkedDraft()
  const isEditor = includesRole(useRole(), 'editor')
  const shown = open ?? (linked && isEditor ? { draft: linked } : null)
  const close = () => {
    setOpen(null)
    void navigate({ search: {}, replace: true })
  }
  const create = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button isChange onClick={() => setOpen({ draft: emptyDraft('pin') })}>
        {t.page.add.pin}
      </Button>
      <Button isChange kind="primary" onClick={() => setOpen({ draft: emptyDraft('synonym') })}>
        {t.page.add.synonym}
      </Button>
    </div>
  )
  const isEmpty = query.data?.search_rules.length === 0
  return (
    <EditablePage need="editor" title={t.page.title} actions={isEmpty ? null : create}>
      <p className="-mt-3 text-ink-2">{t.page.lead}</p>
      <Card isFlush>
        <QueryView query={query} lines={4}>
          {({ search_rules: rules }) =>
            rules.length === 0 ? (
              <Empty title={t.page.empty} reason={t.page.emptyReason} action={create} />
            ) : (
              <RuleTable rules={rules} onOpen={setOpen} />
            )
          }
        </QueryView>
      </Card>
      {shown && 'draft' in shown && <RuleForm draft={shown.draft} onClose={close} />}
      {shown && 'deleting' in shown && <DeleteRule saved={shown.deleting} onClose={close} />}
    </EditablePage>
  )
}

function useLinkedDraft(): RuleDraft | null {
  const { knowledgeBaseId } = useScope()
  const { message = '', kind } = route.useSearch()
  const messages = useQuery({ ...messageQuery(knowledgeBaseId, message), enabled: message !== '' })
  if (kind === undefined || message === '' || !messages.data) return null
  return draftOfMessage(kind, messages.data)
}

type RuleTableProps = { rules: readonly SavedSearchRule[]; onOpen: (open: Open) => void }

const RuleTable = ({ rules, onOpen }: RuleTableProps) => (
  <Table label={t.page.title}>
    <thead>
      <tr>
        <Th>{t.page.rule}</Th>
        <Th className="hidden sm:table-cell">{t.page.kind}</Th>
        <Th>
          <span className="sr-only">{t.palette.actions}</span>
        </Th>
      </tr>
    </thead>
    <tbody>
      {rules.map((saved) => (
        <tr key={saved.id}>
          <Td>
            <span dir="auto" className="font-[550] [overflow-wrap:anywhere]">
              {describeRule(saved.rule)}
            </span>
          </Td>
          <Td className="hidden sm:table-cell">
            <Pill tone="neutral">{t.page.kinds[saved.rule.kind]}</Pill>
          </Td>
          <Td className="sm:w-px">
            <div className="flex flex-wrap justify-end gap-2 sm:flex-nowrap">
              <Button isChange onClick={() => onOpen({ draft: draftOf(saved) })}>
                {t.page.editOne}
              </Button>
              <Button isChange onClick={() => onOpen({ deleting: saved })}>
                {t.page.delete}
              </Button>
            </div>
          </Td>
        </tr>
      ))}
    </tbody>
  </Table>
)

type DeleteRuleProps = { saved: SavedSearchRule; onClose: () => void }

function DeleteRule({ saved, onClose }: DeleteRuleProps) {
  const { knowledgeBaseId } = useScope()
  const remove = useChange({
    run: () => admin().searchRules.remove(knowledgeBaseId, saved.id),
    refreshes: [knowledgeBaseKey(knowledgeBaseId, 'search-rules')],
    said: t.page.deleted,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.page.deleteTitle(describeRule(saved.rule))}
      effect={t.page.deleteEffect}
      action={t.page.delete}
      change={remove}
      onClose={onClose}
    />
  )
}
