import { queryOptions } from '@tanstack/react-query'
import { admin } from '../session/session.ts'
import { knowledgeBaseKey } from './queries.ts'

const RUNS = 50
/** While a run is under way. */
const REFRESH_MS = 2_000

const isUnderWay = ({ state }: { state: string }): boolean =>
  state === 'queued' || state === 'running'

export const evaluationsKey = (id: string) => knowledgeBaseKey(id, 'evaluations')

export const setsQuery = (id: string) =>
  queryOptions({
    queryKey: [...evaluationsKey(id), 'sets'],
    queryFn: ({ signal }) => admin().questionSets.list(id, {}, { signal }),
  })

export const setQuery = (id: string, setId: string) =>
  queryOptions({
    queryKey: [...evaluationsKey(id), 'sets', setId],
    queryFn: ({ signal }) => admin().questionSets.get(id, setId, { signal }),
  })

/** Newest first. */
export const runsQuery = (id: string) =>
  queryOptions({
    queryKey: [...evaluationsKey(id), 'runs'],
    queryFn: ({ signal }) => admin().evaluations.list(id, { limit: RUNS }, { signal }),
    refetchInterval: ({ state }) => (state.data?.evaluations.some(isUnderWay) ? REFRESH_MS : false),
  })

export const runQuery = (id: string, runId: string) =>
  queryOptions({
    queryKey: [...evaluationsKey(id), 'runs', runId],
    queryFn: ({ signal }) => admin().evaluations.get(id, runId, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? REFRESH_MS : false),
  })

export const comparisonQuery = (id: string, before: string, after: string) =>
  queryOptions({
    queryKey: [...evaluationsKey(id), 'compare', before, after],
    queryFn: ({ signal }) => admin().evaluations.compare(id, { before, after }, { signal }),
  })

export const gateQuery = (id: string) =>
  queryOptions({
    queryKey: [...evaluationsKey(id), 'gate'],
    queryFn: ({ signal }) => admin().evaluations.gate(id, { signal }),
  })
