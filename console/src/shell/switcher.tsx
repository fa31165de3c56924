import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { knowledgeBaseQuery, knowledgeBasesQuery, workspacesQuery } from '../api/queries.ts'
import { includesRole, useRole } from '../session/role.ts'
import { t } from '../texts.ts'
import { Icon } from '../ui/icon.tsx'
import type { MenuPart } from '../ui/menu.tsx'
import { Menu } from '../ui/menu.tsx'
import { useScope } from './knowledge-base.ts'

const KNOWLEDGE_BASE = '/w/$workspaceId/kb/$knowledgeBaseId'

/** Which knowledge base is shown, and the way to others. */
export function Switcher() {
  const { workspaceId, knowledgeBaseId } = useScope()
  const navigate = useNavigate()
  const current = useQuery(knowledgeBaseQuery(knowledgeBaseId))
  const { data: bases } = useQuery(knowledgeBasesQuery(workspaceId))
  const { data: all } = useQuery(workspacesQuery)
  const own = (bases?.knowledge_bases ?? []).filter(({ state }) => state === 'active')
  const others = (all?.workspaces ?? []).filter(({ id }) => id !== workspaceId)
  const mayCreate = includesRole(useRole('workspace'), 'admin')
  const name = current.data?.name ?? ''
  const parts: MenuPart[] = [
    {
      label: t.palette.knowledgeBases,
      value: knowledgeBaseId,
      options: own.map(({ id, name: text }) => [id, text]),
      onValue: (id) =>
        void navigate({ to: KNOWLEDGE_BASE, params: { workspaceId, knowledgeBaseId: id } }),
    },
  ]
  if (others.length > 0) {
    parts.push({
      label: t.nav.otherWorkspaces,
      value: '',
      options: others.map(({ id, name: text }) => [id, text]),
      onValue: (id) => void navigate({ to: '/w/$workspaceId', params: { workspaceId: id } }),
    })
  }
  if (mayCreate) {
    parts.push({
      text: t.nav.newKnowledgeBase,
      onSelect: () => void navigate({ to: '/new', search: { workspace: workspaceId } }),
    })
  }
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${t.nav.switcher}: ${name}`}
          title={name}
          className="flex min-h-9 items-center justify-between gap-2 rounded-control border border-line bg-surface px-2.5 py-1.5 text-start font-[550] hover:border-edge"
        >
          <span className="min-w-0 truncate">{name}</span>
          <span className="text-ink-3">
            <Icon name="down" size={16} />
          </span>
        </button>
      }
      parts={parts}
    />
  )
}
