import type { Member } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { knowledgeBasesQuery } from '../../api/queries.ts'
import { workspaceKey } from '../../api/workspace-queries.ts'
import { useChange } from '../../api/use-change.ts'
import type { Role } from '../../session/role.ts'
import { includesRole, ROLES, useRole } from '../../session/role.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { RoleSelect } from './role-select.tsx'

type MemberDialogProps = { member: Member; onClose: () => void }

/** Their role in the workspace, and where it is another one. */
export function ChangeMember({ member, onClose }: MemberDialogProps) {
  const { workspaceId } = useScope()
  const own = useRole('workspace')
  const { data } = useQuery(knowledgeBasesQuery(workspaceId))
  const [role, setRole] = useState<Role>(member.role)
  const [overrides, setOverrides] = useState<ReadonlyMap<string, Role>>(
    new Map(member.knowledge_base_roles.map((each) => [each.knowledge_base_id, each.role])),
  )
  const save = useChange({
    run: () =>
      admin().members.change(workspaceId, member.id, {
        role,
        knowledge_base_roles: [...overrides].map(([knowledge_base_id, each]) => ({
          knowledge_base_id,
          role: each,
        })),
      }),
    refreshes: [workspaceKey(workspaceId, 'members'), ['me']],
    said: t.people.changed,
    onDone: onClose,
  })
  const bases = (data?.knowledge_bases ?? []).filter(({ state }) => state === 'active')
  const setOverride = (id: string, next: Role | '') => {
    const changed = new Map(overrides)
    if (next === '') changed.delete(id)
    else changed.set(id, next)
    setOverrides(changed)
  }
  return (
    <FormDialog
      title={t.people.changeTitle(member.name)}
      change={save}
      action={t.common.save}
      onClose={onClose}
    >
      <RoleSelect label={t.people.inWorkspace} value={role} onValue={setRole} />
      {bases.length > 0 && (
        <fieldset className="flex min-w-0 flex-col gap-3">
          <legend className="font-[550]">{t.people.inKnowledgeBases}</legend>
          <p className="text-xs text-ink-3">{t.people.inKnowledgeBasesHint}</p>
          {bases.map(({ id, name }) => (
            <Select<Role | ''>
              key={id}
              label={name}
              value={overrides.get(id) ?? ''}
              options={[
                ['', t.people.asInWorkspace],
                ...ROLES.filter((each) => includesRole(own, each)).map(
                  (each) => [each, t.roles.names[each]] as const,
                ),
              ]}
              onValue={(next) => setOverride(id, next)}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}

export function RemoveMember({ member, onClose }: MemberDialogProps) {
  const { workspaceId } = useScope()
  const remove = useChange({
    run: () => admin().members.remove(workspaceId, member.id),
    refreshes: [workspaceKey(workspaceId, 'members'), ['me']],
    said: t.people.removed(member.name),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.people.removeTitle(member.name)}
      effect={t.people.removeEffect}
      action={t.people.remove}
      change={remove}
      onClose={onClose}
    />
  )
}

export function ResetSecondFactor({ member, onClose }: MemberDialogProps) {
  const { workspaceId } = useScope()
  const reset = useChange({
    run: () => admin().members.resetSecondFactor(workspaceId, member.id),
    refreshes: [workspaceKey(workspaceId, 'members')],
    said: t.people.resetDone(member.name),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t.people.resetTitle(member.name)}
      effect={t.people.resetEffect}
      action={t.people.resetAction}
      change={reset}
      onClose={onClose}
    />
  )
}
