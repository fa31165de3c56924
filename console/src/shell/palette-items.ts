import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { knowledgeBasesQuery } from '../api/queries.ts'
import { t } from '../texts.ts'
import { useScope } from './knowledge-base.ts'
import { useNavGroups } from './nav-items.ts'
import { setTheme, THEMES } from './theme.ts'

export type PaletteItem = { group: string; text: string; run: () => void }

const BASE = '/w/$workspaceId/kb/$knowledgeBaseId'

/** What the palette offers for what was typed, best first. */
export function usePaletteItems(typed: string): PaletteItem[] {
  const scope = useScope()
  const navigate = useNavigate()
  const { data } = useQuery(knowledgeBasesQuery(scope.workspaceId))
  const text = typed.trim()
  const listed = useNavGroups().flatMap(({ items }) => [...items])
  const account = { to: `${BASE}/account`, text: t.nav.account } as const
  const pages = [...listed, account].map((item) => ({
    group: t.palette.pages,
    text: item.text,
    run: () => void navigate({ to: item.to, params: scope }),
  }))
  const bases = (data?.knowledge_bases ?? [])
    .filter(({ id, state }) => state === 'active' && id !== scope.knowledgeBaseId)
    .map(({ id, name }) => ({
      group: t.palette.knowledgeBases,
      text: name,
      run: () => void navigate({ to: BASE, params: { ...scope, knowledgeBaseId: id } }),
    }))
  const actions = [
    {
      group: t.palette.actions,
      text: t.palette.connect,
      run: () => void navigate({ to: `${BASE}/sources`, params: scope, search: { connect: true } }),
    },
    ...THEMES.map((theme) => ({
      group: t.palette.actions,
      text: t.palette.theme(t.nav.themes[theme]),
      run: () => setTheme(theme),
    })),
  ]
  const fixed = matching([...pages, ...bases, ...actions], text)
  if (text === '') return fixed
  const ask = {
    group: t.nav.playground,
    text: t.palette.ask(text),
    run: () => void navigate({ to: `${BASE}/playground`, params: scope, search: { q: text } }),
  }
  const find = {
    group: t.nav.pages,
    text: t.palette.openPage(text),
    run: () => void navigate({ to: `${BASE}/pages`, params: scope, search: { q: text } }),
  }
  return [...fixed, ...(/^https?:\/\//i.test(text) ? [find] : []), ask]
}

/** Those that contain the text, and first those that begin with it. */
function matching(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const at = (item: PaletteItem) => item.text.toLowerCase().indexOf(text.toLowerCase())
  const found = items.filter((item) => at(item) >= 0)
  return [...found.filter((item) => at(item) === 0), ...found.filter((item) => at(item) > 0)]
}
