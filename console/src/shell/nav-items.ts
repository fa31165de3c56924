import type { Role } from '../session/role.ts'
import { includesRole, useMe, useRole } from '../session/role.ts'
import { t } from '../texts.ts'

const BASE = '/w/$workspaceId/kb/$knowledgeBaseId'

/** `key`: after g. `need`: the lowest role that may read it; everybody where it is not said. */
const NAV_GROUPS = [
  {
    title: null,
    items: [
      { to: BASE, text: t.nav.overview, key: 'o' },
      { to: `${BASE}/playground`, text: t.nav.playground, key: 'y' },
    ],
  },
  {
    title: t.nav.groups.readers,
    items: [
      { to: `${BASE}/questions`, text: t.nav.questions, key: 'q' },
      { to: `${BASE}/gaps`, text: t.nav.gaps, key: 'd' },
      { to: `${BASE}/analytics`, text: t.nav.analytics, key: 'a' },
    ],
  },
  {
    title: t.nav.groups.content,
    items: [
      { to: `${BASE}/sources`, text: t.nav.sources, key: 's' },
      { to: `${BASE}/pages`, text: t.nav.pages, key: 'p' },
      { to: `${BASE}/verified-answers`, text: t.nav.verifiedAnswers, key: 'j' },
      { to: `${BASE}/search-rules`, text: t.nav.searchRules, key: 'n' },
      { to: `${BASE}/groups`, text: t.nav.groupsPage, key: 'g' },
    ],
  },
  {
    title: t.nav.groups.quality,
    items: [{ to: `${BASE}/evaluations`, text: t.nav.evaluations, key: 'x' }],
  },
  {
    title: t.nav.groups.channels,
    items: [
      { to: `${BASE}/widgets`, text: t.nav.widgets, key: 'w' },
      { to: `${BASE}/forms`, text: t.nav.forms, key: 'f' },
      { to: `${BASE}/channels`, text: t.nav.chatChannels, key: 'c' },
      { to: `${BASE}/ai-tools`, text: t.nav.aiTools, key: 't' },
      { to: `${BASE}/keys`, text: t.nav.keys, key: 'k' },
      { to: `${BASE}/signed-readers`, text: t.nav.signedReaders, key: 'z' },
    ],
  },
  {
    title: t.nav.groups.settings,
    items: [
      { to: `${BASE}/settings`, text: t.nav.settings, key: 'b' },
      { to: `${BASE}/models`, text: t.nav.models, key: 'm' },
    ],
  },
  {
    title: t.nav.groups.workspace,
    // Seldom needed, and with them the list would not fit on a laptop’s screen.
    isFolded: true,
    items: [
      { to: `${BASE}/people`, text: t.nav.people, key: 'e', need: 'admin' },
      { to: `${BASE}/sign-in`, text: t.nav.signIn, key: 'v', need: 'owner' },
      { to: `${BASE}/audit`, text: t.nav.audit, key: 'l', need: 'admin' },
      { to: `${BASE}/limits`, text: t.nav.limits, key: 'u' },
      { to: `${BASE}/retention`, text: t.nav.retention, key: 'r' },
      { to: `${BASE}/webhooks`, text: t.nav.webhooks, key: 'h', need: 'admin' },
      { to: `${BASE}/system`, text: t.nav.system, key: 'i', need: 'installation' },
    ],
  },
] as const

/** In the order of the navigation, which the command palette has too. Without what the role may not read. */
export function useNavGroups() {
  const role = useRole('workspace')
  const { may_create_workspaces: ownsInstallation } = useMe()
  const isOpen = (need: Role | 'installation'): boolean =>
    need === 'installation' ? ownsInstallation : includesRole(role, need)
  return NAV_GROUPS.map(({ title, items, ...group }) => ({
    title,
    isFolded: 'isFolded' in group,
    items: items.filter((item) => isOpen('need' in item ? item.need : 'viewer')),
  })).filter(({ items }) => items.length > 0)
}
