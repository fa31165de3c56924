import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import {
  documentsQuery,
  knowledgeBaseKey,
  knowledgeBasesQuery,
  sourcesQuery,
} from '../api/queries.ts'
import { includesRole, useRole } from '../session/role.ts'
import { admin } from '../session/session.ts'
import { t } from '../texts.ts'
import { toast } from '../ui/toast.tsx'
import { useScope } from './knowledge-base.ts'
import { useNavGroups } from './nav-items.ts'
import { setTheme, THEMES } from './theme.ts'

/** `hint`: what else tells it from others, such as its address. */
export type PaletteItem = { group: string; text: string; hint?: string; run: () => void }

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
    ...useActions(),
    ...THEMES.map((theme) => ({
      group: t.palette.actions,
      text: t.palette.theme(t.nav.themes[theme]),
      run: () => setTheme(theme),
    })),
  ]
  const documents = useDocuments(text)
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
  return [...fixed, ...documents, ...(/^https?:\/\//i.test(text) ? [find] : []), ask]
}

/** What can be done from anywhere, by whoever may. */
function useActions(): PaletteItem[] {
  const scope = useScope()
  const navigate = useNavigate()
  const [own, workspace] = [useRole(), useRole('workspace')]
  const { data } = useQuery(sourcesQuery(scope.knowledgeBaseId))
  const queries = useQueryClient()
  // Not by useChange: the palette, which would show why it failed, is closed by then.
  const sync = useMutation({
    mutationFn: (sourceId: string) => admin().syncs.start(scope.knowledgeBaseId, sourceId),
    onSuccess: async (_, sourceId) => {
      await queries.invalidateQueries({
        queryKey: knowledgeBaseKey(scope.knowledgeBaseId, 'sources'),
      })
      await navigate({ to: `${BASE}/sources/$sourceId`, params: { ...scope, sourceId } })
    },
    onError: (error) => toast(error.message),
  })
  const group = t.palette.actions
  const connect = {
    group,
    text: t.palette.connect,
    run: () => void navigate({ to: `${BASE}/sources`, params: scope, search: { connect: true } }),
  }
  const syncs = (data?.sources ?? [])
    .filter(({ type, paused }) => type !== 'api' && !paused)
    .map(({ id, name }) => ({ group, text: t.palette.sync(name), run: () => sync.mutate(id) }))
  const createKey = {
    group,
    text: t.palette.createKey,
    run: () => void navigate({ to: `${BASE}/keys`, params: scope, search: { create: true } }),
  }
  const invite = {
    group,
    text: t.palette.invite,
    run: () => void navigate({ to: `${BASE}/people`, params: scope, search: { invite: true } }),
  }
  return [
    ...(includesRole(own, 'editor') ? [connect, ...syncs] : []),
    ...(includesRole(own, 'admin') ? [createKey] : []),
    ...(includesRole(workspace, 'admin') ? [invite] : []),
  ]
}

const FOUND = 5

/** Pages of the knowledge base whose title or address has the text. */
function useDocuments(text: string): PaletteItem[] {
  const scope = useScope()
  const navigate = useNavigate()
  const q = useDeferredValue(text)
  const isWanted = q.length >= 2
  const { data } = useInfiniteQuery({
    ...documentsQuery(scope.knowledgeBaseId, { q, limit: FOUND }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  if (!isWanted || text.length < 2) return []
  return (data?.pages[0]?.documents ?? []).map(({ id, title, url }) => ({
    group: t.palette.documents,
    text: title || url,
    hint: url,
    run: () =>
      void navigate({ to: `${BASE}/pages/$documentId`, params: { ...scope, documentId: id } }),
  }))
}

/** Those that contain the text, and first those that begin with it. */
function matching(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const at = (item: PaletteItem) => item.text.toLowerCase().indexOf(text.toLowerCase())
  const found = items.filter((item) => at(item) >= 0)
  return [...found.filter((item) => at(item) === 0), ...found.filter((item) => at(item) > 0)]
}
