import type { Member } from '@footnote/client/admin'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { membersQuery } from '../../api/workspace-queries.ts'
import { includesRole, useMe, useRole } from '../../session/role.ts'
import { RoleGate } from '../../session/role-gate.tsx'
import { useScope } from '../../shell/knowledge-base.ts'
import { t } from './texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatAge } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, QueryView } from '../../ui/query-view.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { ChangeMember, RemoveMember, ResetSecondFactor } from './member-dialogs.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'

const ROUTE = '/w/$workspaceId/kb/$knowledgeBaseId/people'

export const People = () => (
  <RoleGate title={t.people.title} need="admin">
    <PeopleView />
  </RoleGate>
)

function PeopleView() {
  const scope = useScope()
  const { workspaceId } = scope
  const members = useQuery(membersQuery(workspaceId))
  const { person } = useMe()
  const navigate = useNavigate()
  const { invite: isInviting = false } = useSearch({ from: ROUTE })
  const setIsInviting = (isOn: boolean) =>
    void navigate({ to: ROUTE, params: scope, search: isOn ? { invite: true } : {}, replace: true })
  const invite = (
    <Button kind="primary" onClick={() => setIsInviting(true)}>
      {t.people.invite}
    </Button>
  )
  return (
    <Page title={t.people.title} actions={invite}>
      <Card title={t.people.members} isFlush>
        <QueryView query={members} lines={4}>
          {({ members: all }) =>
            all.length === 0 && person === null ? (
              <Empty
                title={t.people.membersEmpty}
                reason={t.people.membersEmptyReason}
                action={invite}
              />
            ) : (
              <MemberTable members={all} />
            )
          }
        </QueryView>
      </Card>
      <Invitations />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Page>
  )
}

type Open = { kind: 'change' | 'remove' | 'reset'; member: Member } | null

function MemberTable({ members }: { members: readonly Member[] }) {
  const role = useRole('workspace')
  const { person } = useMe()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Table label={t.people.members}>
        <thead>
          <tr>
            <Th>{t.people.name}</Th>
            <Th className="hidden sm:table-cell">{t.people.role}</Th>
            <Th className="hidden md:table-cell">{t.people.lastSeen}</Th>
            <Th className="hidden xl:table-cell">{t.people.joined}</Th>
            <Th>
              <span className="sr-only">{t.palette.actions}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {person && !members.some(({ id }) => id === person.id) && (
            <InstallationOwner name={person.name} email={person.email} />
          )}
          {members.map((member) => {
            const isAbove = !includesRole(role, member.role)
            const why = isAbove ? { title: t.people.aboveYou, disabled: true } : {}
            return (
              <tr key={member.id}>
                <Td>
                  <span className="font-[550]">{member.name}</span>{' '}
                  {member.id === person?.id && <Pill tone="accent">{t.people.you}</Pill>}
                  <p className="text-xs text-ink-3">
                    {member.email}
                    {member.two_factor ? ` · ${t.people.twoFactor}` : ''}
                  </p>
                  <p className="text-xs text-ink-3 sm:hidden">{t.roles.names[member.role]}</p>
                </Td>
                <Td className="hidden whitespace-nowrap sm:table-cell">
                  {t.roles.names[member.role]}
                  {member.knowledge_base_roles.length > 0 && (
                    <p className="text-xs text-ink-3">
                      {t.people.elsewhere(member.knowledge_base_roles.length)}
                    </p>
                  )}
                </Td>
                <Td className="hidden whitespace-nowrap text-ink-2 md:table-cell">
                  {member.last_seen_at === null ? t.common.never : formatAge(member.last_seen_at)}
                </Td>
                <Td className="hidden whitespace-nowrap text-ink-2 xl:table-cell">
                  {formatAge(member.created_at)}
                </Td>
                <Td>
                  <div className="flex flex-wrap justify-end gap-2">
                    {member.two_factor && member.id !== person?.id && (
                      <Button {...why} onClick={() => setOpen({ kind: 'reset', member })}>
                        {t.people.resetTwoFactor}
                        <span className="sr-only"> {member.name}</span>
                      </Button>
                    )}
                    <Button {...why} onClick={() => setOpen({ kind: 'change', member })}>
                      {t.people.change}
                      <span className="sr-only"> {member.name}</span>
                    </Button>
                    <Button {...why} onClick={() => setOpen({ kind: 'remove', member })}>
                      {t.people.remove}
                      <span className="sr-only"> {member.name}</span>
                    </Button>
                  </div>
                </Td>
              </tr>
            )
          })}
        </tbody>
      </Table>
      {open?.kind === 'change' && <ChangeMember member={open.member} onClose={close} />}
      {open?.kind === 'reset' && <ResetSecondFactor member={open.member} onClose={close} />}
      {open?.kind === 'remove' && <RemoveMember member={open.member} onClose={close} />}
    </>
  )
}

/** Whoever owns the installation reaches a workspace without being a member. */
const InstallationOwner = ({ name, email }: { name: string; email: string }) => (
  <tr>
    <Td>
      <span className="font-[550]">{name}</span> <Pill tone="accent">{t.people.you}</Pill>
      <p className="text-xs text-ink-3">{email}</p>
      <p className="text-xs text-ink-3 sm:hidden">{t.people.installationOwner}</p>
    </Td>
    <Td className="hidden sm:table-cell">{t.people.installationOwner}</Td>
    <Td className="hidden md:table-cell" />
    <Td className="hidden xl:table-cell" />
    <Td />
  </tr>
)
