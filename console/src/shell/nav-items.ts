import type { Role } from '../session/role.ts'
import { includesRole, useMe, useRole } from '../session/role.ts'
import { t } from '../texts/texts.ts'

const BASE = '/w/$workspaceId/kb/$knowledgeBaseId'

/** `need`: the lowest role that may read it; everybody where it is not said. */
const NAV_GROUPS = [
  {
    title: null,
    items: [
      { to: BASE, text: t.nav.overview },
      { to: `${BASE}/playground`, text: t.nav.playground },
    ],
  },
  {
    title: t.nav.groups.content,
    items: [
      { to: `${BASE}/sources`, text: t.nav.sources },
      { to: `${BASE}/pages`, text: t.nav.pages },
      { to: `${BASE}/groups`, text: t.nav.groupsPage },
    ],
  },
  {
    title: t.nav.groups.channels,
    items: [
      { to: `${BASE}/widgets`, text: t.nav.widgets },
      { to: `${BASE}/forms`, text: t.nav.forms },
      { to: `${BASE}/ai-tools`, text: t.nav.aiTools },
      { to: `${BASE}/keys`, text: t.nav.keys },
    ],
  },
  {
    title: t.nav.groups.settings,
    items: [
      { to: `${BASE}/settings`, text: t.nav.settings },
      { to: `${BASE}/models`, text: t.nav.models },
    ],
  },
  {
    title: t.nav.groups.workspace,
    items: [
      { to: `${BASE}/people`, text: t.nav.people, need: 'admin' },
      { to: `${BASE}/audit`, text: t.nav.audit, need: 'admin' },
      { to: `${BASE}/retention`, text: t.nav.retention },
      { to: `${BASE}/system`, text: t.nav.system, need: 'installation' },
    ],
  },
] as const

/** In the order of the navigation, which the command palette has too. Without what the role may not read. */
export function useNavGroups() {
  const role = useRole('workspace')
  const { may_create_workspaces: ownsInstallation } = useMe()
  const isOpen = (need: Role | 'installation'): boolean =>
    need === 'installation' ? ownsInstallation : includesRole(role, need)
  return NAV_GROUPS.map(({ title, items }) => ({
    title,
    items: items.filter((item) => isOpen('need' in item ? item.need : 'viewer')),
  })).filter(({ items }) => items.length > 0)
}
