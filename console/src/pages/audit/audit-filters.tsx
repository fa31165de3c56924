import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/audit'
const NAMES = ['actor', 'action', 'target', 'from', 'to'] as const

/** In the address once submitted. `actions`: those to choose from. */
export function AuditFilters({ actions }: { actions: readonly string[] }) {
  const scope = useScope()
  const navigate = useNavigate()
  const search = useSearch({ from: ROUTE })
  const [draft, setDraft] = useState({
    actor: '',
    action: '',
    target: '',
    from: '',
    to: '',
    ...search,
  })
  const listId = useId()
  const field = (name: (typeof NAMES)[number]) => ({
    label: t.audit[name],
    value: draft[name] ?? '',
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  const submit = () => {
    const given = NAMES.map((name) => [name, draft[name]?.trim() || undefined] as const)
    void navigate({ to: ROUTE, params: scope, search: Object.fromEntries(given), replace: true })
  }
  return (
    <form
      role="search"
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[1.4fr_1fr_1.4fr_auto_auto_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField {...field('actor')} placeholder={t.audit.actorPlaceholder} autoComplete="off" />
      <TextField
        {...field('action')}
        placeholder={t.audit.actionPlaceholder}
        list={listId}
        autoComplete="off"
      />
      <datalist id={listId}>
        {actions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <TextField {...field('target')} autoComplete="off" />
      <TextField {...field('from')} type="date" />
      <TextField {...field('to')} type="date" />
      <Button type="submit">{t.audit.filter}</Button>
    </form>
  )
}
