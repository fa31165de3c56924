import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Answer, AnswerStore } from './answers/answer-store.ts'
import { createAnswerStore } from './answers/answer-store.ts'
import type { Client } from './client.ts'
import { FootnoteError } from './transport/error.ts'
import type { SearchBody, SearchResponse, SearchResult } from './wire/public.ts'

export type { Answer }
export type UseAnswer = Answer & Pick<AnswerStore, 'ask' | 'retry' | 'stop' | 'reset'>

/** Asks, and re-renders as the answer grows. Unmounting stops the answer. */
export function useAnswer(client: Client): UseAnswer {
  const store = useMemo(() => createAnswerStore(client), [client])
  useEffect(() => () => store.stop(), [store])
  const answer = useSyncExternalStore(store.subscribe, store.current, store.current)
  const { ask, retry, stop, reset } = store
  return { ...answer, ask, retry, stop, reset }
}

export type Loading<Result> = {
  readonly status: 'idle' | 'loading' | 'done' | 'failed'
  /** The latest results; while others load, the previous ones. */
  readonly data: Result
  /** Its `message` is the sentence for the reader. */
  readonly error: FootnoteError | null
}

export type UseSearchOptions = Omit<SearchBody, 'query'> & {
  /** How long to wait after the last change before the query is sent. Default: 150. */
  readonly delayMs?: number | undefined
  /** Shorter queries are not sent. Default: 2. */
  readonly minCharacters?: number | undefined
}

export type UseSearch = Loading<readonly SearchResult[]> & {
  /** The query as it was searched for, if words of it were mistyped: show it. Else null. */
  readonly searchedFor: string | null
  /** Names in the query that no page mentions. */
  readonly missingWords: readonly string[]
}

type Found = Pick<SearchResponse, 'results' | 'searched_for' | 'missing_words'>

const NOTHING_FOUND: Found = { results: [] }
const NO_WORDS: readonly string[] = []
const NO_QUESTIONS: readonly string[] = []

/** Searches as the reader types. A query that was replaced is aborted. */
export function useSearch(
  client: Client,
  query: string,
  { delayMs = 150, minCharacters = 2, ...body }: UseSearchOptions = {},
): UseSearch {
  const text = query.trim()
  const isLongEnough = Array.from(text).length >= minCharacters
  // The body is a new object in each render, even if the question is the same.
  const wanted = isLongEnough ? JSON.stringify({ ...body, query: text }) : null
  const { data, ...loading } = useLoaded<Found>(
    client,
    wanted,
    async (sent, signal) => {
      const search: SearchBody = JSON.parse(sent)
      return client.search(search, { signal })
    },
    { delayMs, nothing: NOTHING_FOUND },
  )
  return {
    ...loading,
    data: data.results,
    searchedFor: data.searched_for ?? null,
    missingWords: data.missing_words ?? NO_WORDS,
  }
}

/** What to show before the reader types, of the page they are on first. Empty: show nothing. */
export function useSuggestedQuestions(
  client: Client,
  { page_url: pageUrl = '' }: { readonly page_url?: string | undefined } = {},
): Loading<readonly string[]> {
  return useLoaded(
    client,
    pageUrl,
    async (page_url, signal) =>
      (await client.suggestedQuestions({ signal, ...(page_url ? { page_url } : {}) })).questions,
    { delayMs: 0, nothing: NO_QUESTIONS },
  )
}

type LoadedOptions<Result> = { delayMs: number; nothing: Result }

/** Loads again whenever `wanted` or the client changes. Null: nothing is wanted. */
function useLoaded<Result>(
  client: Client,
  wanted: string | null,
  load: (wanted: string, signal: AbortSignal) => Promise<Result>,
  { delayMs, nothing }: LoadedOptions<Result>,
): Loading<Result> {
  const [state, setState] = useState<Loading<Result>>({
    status: 'idle',
    data: nothing,
    error: null,
  })
  const loaded = (sent: string, signal: AbortSignal): Promise<Loading<Result>> =>
    load(sent, signal).then(
      (data) => ({ status: 'done', data, error: null }),
      (error: unknown) => ({ status: 'failed', data: nothing, error: toError(error) }),
    )
  useEffect(() => {
    if (wanted === null) {
      setState({ status: 'idle', data: nothing, error: null })
      return undefined
    }
    const controller = new AbortController()
    const { signal } = controller
    setState(({ data }) => ({ status: 'loading', data, error: null }))
    const run = async () => {
      const next = await loaded(wanted, signal)
      if (!signal.aborted) setState(next)
    }
    const timer = setTimeout(() => void run(), delayMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // `loaded` is a new function in each render; what it does depends on these alone.
  }, [client, wanted, delayMs, nothing])
  return state
}

const toError = (error: unknown): FootnoteError =>
  error instanceof FootnoteError
    ? error
    : new FootnoteError(
        String(error),
        { status: null, code: 'UNEXPECTED_RESPONSE', requestId: null, retryable: false },
        { cause: error },
      )
