import { Window } from 'happy-dom'
import { act, createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import type { Client } from './client.ts'
import { FootnoteError } from './transport/error.ts'
import type { UseAnswer, UseSearchOptions } from './react.ts'
import { useAnswer, useSearch, useSuggestedQuestions } from './react.ts'
import { createThread } from './answers/thread.ts'
import type { ChatBody, ChatFrame, LastFrame, SearchResponse } from './wire/public.ts'

const window = new Window()
const { document } = window
Object.assign(globalThis, { window, document, IS_REACT_ACT_ENVIRONMENT: true })

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** Renders a component that only uses a hook, in strict mode as an app would. */
async function renderHook<Props, Result>(hook: (props: Props) => Result, props: NoInfer<Props>) {
  const seen: Result[] = []
  const Probe = (given: { props: Props }) => {
    seen.push(hook(given.props))
    return null
  }
  const root = createRoot(document.createElement('div') as unknown as Element)
  const render = (next: Props) =>
    act(async () =>
      root.render(createElement(StrictMode, null, createElement(Probe, { props: next }))),
    )
  const unmount = () => act(async () => root.unmount())
  cleanUps.push(unmount)
  await render(props)
  return { now: () => seen.at(-1) as Result, render, unmount }
}

const LAST: LastFrame = {
  done: true,
  covered: true,
  citations: [],
  powered_by: '',
  powered_by_url: '',
}

/** A client whose answers wait for the test: each question has frames that are pushed by hand. */
function scripted() {
  const questions: { body: ChatBody; signal: AbortSignal | undefined; push: Push }[] = []
  type Push = (...frames: ChatFrame[]) => void
  async function* ask(body: ChatBody, options: { signal?: AbortSignal | undefined } = {}) {
    const waiting: ChatFrame[] = []
    let wake = Promise.withResolvers<void>()
    const { signal } = options
    signal?.addEventListener('abort', () => wake.reject(signal.reason))
    wake.promise.catch(() => undefined)
    const push = (...frames: ChatFrame[]) => {
      waiting.push(...frames)
      wake.resolve()
    }
    questions.push({ body, signal, push })
    for (;;) {
      await wake.promise
      wake = Promise.withResolvers<void>()
      wake.promise.catch(() => undefined)
      for (const frame of waiting.splice(0)) {
        yield frame
        if ('done' in frame && frame.done) return
      }
    }
  }
  const client = { thread: () => createThread(ask, null) } as unknown as Client
  return { client, questions }
}

const shown = ({ status, text, question }: UseAnswer) => ({ status, text, question })

test('useAnswer shows an answer as it grows, and continues the conversation', async () => {
  const { client, questions } = scripted()
  const { now } = await renderHook(useAnswer, client)
  expect(shown(now())).toEqual({ status: 'idle', text: '', question: null })
  await act(async () => void now().ask('How?'))
  expect(shown(now())).toEqual({ status: 'waiting', text: '', question: 'How?' })
  await act(async () => questions[0]?.push({ delta: 'Reset ', done: false }))
  expect(shown(now())).toEqual({ status: 'streaming', text: 'Reset ', question: 'How?' })
  await act(async () =>
    questions[0]?.push({ delta: 'it.', done: false }, { ...LAST, thread_id: 't' }),
  )
  expect(now()).toMatchObject({ status: 'done', text: 'Reset it.', covered: true, threadId: 't' })
  await act(async () => void now().ask({ query: 'And?', top_k: 3 }))
  expect(questions[1]?.body).toEqual({ query: 'And?', top_k: 3, thread_id: 't' })
  await act(async () => now().reset())
  expect(questions[1]?.signal?.aborted).toBe(true)
  expect(shown(now())).toEqual({ status: 'idle', text: '', question: null })
  await act(async () => void now().ask('New?'))
  expect(questions[2]?.body).toEqual({ query: 'New?' })
})

test('useAnswer stops, asks again, and lets a new question replace one that runs', async () => {
  const { client, questions } = scripted()
  const { now, unmount } = await renderHook(useAnswer, client)
  await act(async () => void now().ask('How?'))
  await act(async () => questions[0]?.push({ delta: 'Reset ', done: false }))
  await act(async () => now().stop())
  expect(shown(now())).toEqual({ status: 'stopped', text: 'Reset ', question: 'How?' })
  await act(async () => void now().retry())
  expect(questions[1]?.body).toEqual({ query: 'How?' })
  await act(async () => void now().ask('Why?'))
  expect(questions[1]?.signal?.aborted).toBe(true)
  await act(async () => questions[2]?.push({ delta: 'Because.', done: false }))
  expect(shown(now())).toEqual({ status: 'streaming', text: 'Because.', question: 'Why?' })
  await unmount()
  expect(questions[2]?.signal?.aborted).toBe(true)
})

function searching() {
  type Search = {
    query: string
    signal: AbortSignal | undefined
  } & PromiseWithResolvers<SearchResponse>
  const searches: Search[] = []
  const client = {
    search: ({ query }: { query: string }, options?: { signal?: AbortSignal }) => {
      const one = { query, signal: options?.signal, ...Promise.withResolvers<SearchResponse>() }
      searches.push(one)
      return one.promise
    },
  } as unknown as Client
  return { client, searches }
}

const found = (title: string) =>
  ({ results: [{ document: { title } }], count: 1 }) as unknown as SearchResponse

test('useSearch sends what rests, aborts what was replaced, and keeps the results meanwhile', async () => {
  const { client, searches } = searching()
  const hook = (query: string) => useSearch(client, query, { delayMs: 1 })
  const { now, render } = await renderHook(hook, 'k')
  expect(now()).toMatchObject({ status: 'idle', data: [] })
  await render('ke')
  expect(now().status).toBe('loading')
  await expect.poll(() => searches.length).toBe(1)
  await render('keys')
  expect(searches[0]?.signal?.aborted).toBe(true)
  await expect.poll(() => searches.length).toBe(2)
  await act(async () => searches[0]?.resolve(found('Old')))
  expect(now()).toMatchObject({ status: 'loading', data: [] })
  await act(async () => searches[1]?.resolve(found('Keys')))
  expect(now()).toMatchObject({ status: 'done', data: [{ document: { title: 'Keys' } }] })
  await render('keys ')
  expect(searches.map(({ query }) => query)).toEqual(['ke', 'keys'])
  await render('limits')
  expect(now()).toMatchObject({ status: 'loading', data: [{ document: { title: 'Keys' } }] })
  await expect.poll(() => searches.length).toBe(3)
  const failure = { status: 429, code: 'RATE_LIMITED', requestId: null, retryable: true }
  await act(async () => searches[2]?.reject(new FootnoteError('Wait.', failure)))
  expect(now()).toMatchObject({ status: 'failed', data: [], error: { code: 'RATE_LIMITED' } })
})

test('useSearch says which words were mended and which are missing', async () => {
  const { client, searches } = searching()
  const { now } = await renderHook(() => useSearch(client, 'kyes in Jenkins', { delayMs: 1 }), null)
  expect(now()).toMatchObject({ searchedFor: null, missingWords: [] })
  await expect.poll(() => searches.length).toBe(1)
  const words = { searched_for: 'keys in Jenkins', missing_words: ['Jenkins'] }
  await act(async () => searches[0]?.resolve({ ...found('Keys'), ...words }))
  expect(now()).toMatchObject({ searchedFor: 'keys in Jenkins', missingWords: ['Jenkins'] })
})

test('useSearch asks again when its other fields change', async () => {
  const { client, searches } = searching()
  const hook = (options: UseSearchOptions) => useSearch(client, 'keys', { delayMs: 1, ...options })
  const { render } = await renderHook(hook, { limit: 3 })
  await expect.poll(() => searches.length).toBe(1)
  await render({ limit: 3 })
  await render({ limit: 5 })
  await expect.poll(() => searches.length).toBe(2)
})

test('useSuggestedQuestions has the questions when they are there', async () => {
  const loading = Promise.withResolvers<{ questions: string[] }>()
  let asked = 0
  const suggestedQuestions = () => {
    asked += 1
    return loading.promise
  }
  const client = { suggestedQuestions } as unknown as Client
  const { now } = await renderHook(useSuggestedQuestions, client)
  expect(now()).toMatchObject({ status: 'loading', data: [] })
  // Sent after a timer, so that the second mount of strict mode does not send it twice.
  await expect.poll(() => asked).toBe(1)
  await act(async () => loading.resolve({ questions: ['How?'] }))
  expect(now()).toMatchObject({ status: 'done', data: ['How?'] })
})
