import type { ChatFrame } from '@footnote/client'
import { mergeSources } from '../answer/merge-sources.ts'
import { pageFilter } from '../shared/page-filter.ts'
import { pageUrl } from '../shared/page-url.ts'
import { fill } from '../texts/texts.ts'
import { warnOwner } from './configure.ts'
import { ofError, ofFrame } from './failure.ts'
import { createFlusher } from './flusher.ts'
import { firstSentence } from './plain-text.ts'
import type { Store } from './store.ts'
import type { Turn } from './turn.ts'
import { newTurn } from './turn.ts'

/** Pages that come close, below an answer that cites none. */
const MAX_RELATED = 3
/** A reader who hears the page wants to know that it is still at work. */
const STILL_WRITING_MS = 10_000

export type Asking = ReturnType<typeof createAsking>

/** Asks, and carries what comes back into the store. */
export function createAsking(store: Store) {
  const { turns, context, texts } = store
  let running: AbortController | undefined
  let lastId = Math.max(0, ...turns.value.map(({ id }) => id))

  function ask(question: string): void {
    const query = question.trim()
    if (query === '' || store.isAsking.value) return
    lastId += 1
    const turn = { ...newTurn(lastId, query), selection: store.selection.value }
    store.setTurns([...turns.value.filter(({ failure }) => failure?.kind !== 'wait'), turn])
    store.draft.value = ''
    store.selection.value = null
    store.view.value = 'answer'
    begin(turn)
  }

  /** The same question in the same place. */
  function retry(turn: Turn): void {
    if (store.isAsking.value) return
    const again = {
      ...newTurn(turn.id, turn.question),
      selection: turn.selection,
      startsAnew: turn.startsAnew,
    }
    store.changeTurn(turn.id, again)
    begin(again)
  }

  function begin(turn: Turn): void {
    store.keep()
    context.emit('ask', { turn: turns.value.length })
    if (navigator.onLine) void run(turn)
    else store.changeTurn(turn.id, { status: 'offline' })
  }

  async function run(turn: Turn): Promise<void> {
    const controller = new AbortController()
    running = controller
    const startedMs = performance.now()
    const flusher = createFlusher((text) =>
      store.changeTurn(turn.id, { text, status: 'streaming' }),
    )
    store.spoken.value = texts.value.searching
    const still = setTimeout(() => {
      store.spoken.value = texts.value.stillWriting
    }, STILL_WRITING_MS)
    try {
      const frames = store.client.ask(buildBody(turn), { signal: controller.signal })
      for await (const frame of frames) {
        if ('delta' in frame) flusher.add(frame.delta)
        else onFrame(turn, frame, flusher.take(), performance.now() - startedMs)
      }
    } catch (error) {
      const text = flusher.take()
      if (controller.signal.aborted) store.changeTurn(turn.id, { status: 'stopped', text })
      else if (!startAnew(turn, error)) fail(turn, { failure: ofError(error), text })
    } finally {
      clearTimeout(still)
      if (running === controller) running = undefined
      store.keep()
    }
  }

  function buildBody({ id, question, selection, startsAnew }: Turn) {
    const { widgetId, groupIds, filter, userId, userEmail } = store.options.value
    const earlier = turns.value.filter((turn) => turn.id < id && turn.threadId)
    const threadId = startsAnew ? undefined : earlier.at(-1)?.threadId
    const user = { ...(userId ? { id: userId } : {}), ...(userEmail ? { email: userEmail } : {}) }
    return {
      query: question,
      ...(threadId ? { thread_id: threadId } : {}),
      ...(groupIds.length > 0 ? { group_ids: [...groupIds] } : {}),
      ...pageFilter(filter, location.pathname),
      ...((userId ?? userEmail) ? { user } : {}),
      ...(widgetId ? { widget_id: widgetId } : {}),
      selection: selection ?? undefined,
      ...pageUrl(),
    }
  }

  function onFrame(
    turn: Turn,
    frame: Exclude<ChatFrame, { delta: string }>,
    text: string,
    tookMs: number,
  ): void {
    if ('error_code' in frame) {
      const failure = ofFrame(frame)
      if (failure.kind === 'stopped') store.changeTurn(turn.id, { status: 'stopped', text })
      else fail(turn, { failure, text })
      return
    }
    const { citations } = frame
    if (!frame.done) {
      store.changeTurn(turn.id, { citations })
      return
    }
    const answer = frame.answer ?? text
    store.changeTurn(turn.id, {
      status: 'answered',
      text: answer,
      citations,
      covered: frame.covered,
      quoted: frame.quoted ?? null,
      verifiedAt: frame.verified_at ?? null,
      searchedFor: frame.searched_for ?? null,
      threadId: frame.thread_id ?? null,
      messageId: frame.message_id ?? null,
    })
    store.spoken.value = `${fill(texts.value.ready, mergeSources(citations).length)} ${firstSentence(answer)}`
    context.emit('answer', { ms: Math.round(tookMs), citations: citations.length })
    if (citations.length === 0 || !frame.covered) void findRelated(turn)
  }

  function fail(turn: Turn, change: Pick<Turn, 'failure' | 'text'>): void {
    store.changeTurn(turn.id, { status: 'failed', ...change })
    store.spoken.value = ''
    const { failure } = change
    if (failure?.kind === 'blocked') warnOwner(store, failure.code)
    else context.emit('error', { code: failure?.code ?? '' })
    // The reader keeps the words, to send them again.
    if (failure?.kind === 'wait') store.draft.value = turn.question
  }

  /** A conversation that the service has forgotten is no reason to lose the question. */
  function startAnew(turn: Turn, error: unknown): boolean {
    if (ofError(error).code !== 'NOT_FOUND' || !buildBody(turn).thread_id) return false
    const again = { ...turn, startsAnew: true }
    store.changeTurn(turn.id, again)
    queueMicrotask(() => void run(again))
    return true
  }

  async function findRelated({ id, question }: Turn): Promise<void> {
    try {
      const { articles } = await store.client.related({
        query: question,
        ...pageFilter(store.options.value.filter, location.pathname),
      })
      store.changeTurn(id, { related: articles.slice(0, MAX_RELATED) })
      store.keep()
    } catch {
      // The answer stands without them.
    }
  }

  const onOnline = () => {
    const waiting = turns.value.find(({ status }) => status === 'offline')
    if (!waiting) return
    store.changeTurn(waiting.id, { status: 'loading' })
    void run(waiting)
  }
  window.addEventListener('online', onOnline)

  return {
    ask,
    retry,
    stop() {
      running?.abort()
      const waiting = turns.value.find(({ status }) => status === 'offline')
      if (waiting) store.changeTurn(waiting.id, { status: 'stopped' })
    },
    startOver() {
      running?.abort()
      store.setTurns([])
      store.isRestored.value = false
      store.keep()
    },
    dispose() {
      running?.abort()
      window.removeEventListener('online', onOnline)
    },
  }
}
