import { t } from '../texts/texts.ts'

const BASE = '/w/$workspaceId/kb/$knowledgeBaseId'

/** In the order of the navigation; the command palette has the same. */
export const NAV_GROUPS = [
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
] as const
