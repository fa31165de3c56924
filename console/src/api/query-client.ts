import { FootnoteError } from '@footnote/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { expireSession } from '../session/session.ts'

const MAX_RETRIES = 2

function onError(error: unknown): void {
  if (!(error instanceof FootnoteError)) return
  if (error.status === 401) expireSession()
  // Perhaps their role is another one now.
  if (error.status === 403) void queryClient.invalidateQueries({ queryKey: ['me'] })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) =>
        failures < MAX_RETRIES && error instanceof FootnoteError && error.retryable,
    },
  },
})
