import type { ReactNode } from 'react'
import { t } from '../texts.ts'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/query-view.tsx'
import type { Role } from './role.ts'
import { includesRole, useMe, useRole } from './role.ts'

type RoleGateProps = { title: string; need: Role | 'installation'; children: ReactNode }

/** For whole pages of a workspace that only some may read. */
export function RoleGate({ title, need, children }: RoleGateProps) {
  const role = useRole('workspace')
  const { may_create_workspaces: ownsInstallation } = useMe()
  const isOpen = need === 'installation' ? ownsInstallation : includesRole(role, need)
  if (isOpen) return children
  return (
    <Page title={title}>
      <Card>
        <Empty
          title={t.roles.forbidden}
          reason={t.roles.forbiddenReason(t.roles.needed[role], t.roles.needed[need])}
        />
      </Card>
    </Page>
  )
}
