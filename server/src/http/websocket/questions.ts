import type { ChatFrame } from '@footnote/contract/public/chat'
import { MAX_QUESTIONS_PER_CONNECTION } from '@footnote/contract/limits'
import type { AskMessage } from '@footnote/contract/public/websocket'
import { verifyCaptcha } from '../../access/clients/captcha.ts'
import type { AdmittedQuestion } from '../../answering/admit.ts'
import { admitQuestion } from '../../answering/admit.ts'
import { answer } from '../../answering/answer.ts'
import { newId } from '../../platform/new-id.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recorded } from '../../platform/tracing/span.ts'
import type { Deps } from '../deps.ts'
import { findRefusal, toBody } from '../errors/error-handler.ts'
import { MAX_WORK_MS } from '../hooks/load-shedding.ts'
import { refuseBeyond } from '../hooks/rate-limit.ts'
import type { Presented } from '../identify-caller.ts'
import { countExtra, identifyCaller } from '../identify-caller.ts'
import { queryCost } from '../query-cost.ts'
import { recordRefusal } from '../errors/record-refusal.ts'
import type { LoadLimiter } from '../load/load-limiter.ts'
import type { Sender } from './sender.ts'
import { waitForDrain } from './sender.ts'
import type { Asked } from './read-message.ts'

export type QuestionDeps = Deps & { loadLimiter: LoadLimiter }

export type Questioner = {
  presented: Presented
  /** The same with another token of the reader. */
  presentedWith: (readerToken: string) => Presented
  /** The origin of the page that opened the connection. */
  origin: string | undefined
}

export type QuestionEvents = {
  /** The last open question has ended. */
  onIdle: () => void
  /** The client has read nothing for so long that it is deemed gone. */
  onStalled: () => void
  /** Another cell serves the knowledge base: a new connection will reach it. */
  onMoved: () => void
  /** The key is no longer valid. */
  onUnauthorised: (refusal: Refusal) => void
}

export type Questions = {
  ask(asked: Asked): void
  /** Does nothing for a question that is not open: it may just have ended. */
  cancel(id: string): void
  cancelAll(): void
  /** From now on every new question is refused. */
  stopAccepting(): void
  isOpen(id: string): boolean
  count(): number
}

/** The questions of one connection. Each is treated as if it had come over HTTP. */
export function createQuestions(
  deps: QuestionDeps,
  questioner: Questioner,
  sender: Sender,
  events: QuestionEvents,
): Questions {
  const open = new Map<string, AbortController>()
  let isAccepting = true

  function refuse(id: string, error: unknown, requestId: string): void {
    const refusal = findRefusal(error)
    const { code, retryAfterSeconds } = refusal
    recordRefusal(deps.metrics, deps.log, { refusal, error, requestId })
    const wait = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }
    void sender.send({ type: 'refused', id, ...toBody(refusal, requestId), ...wait })
    if (code === 'MOVED') events.onMoved()
    if (code === 'UNAUTHORIZED') events.onUnauthorised(refusal)
  }

  async function run(asked: Asked, requestId: string, client: AbortController): Promise<void> {
    const { id } = asked
    const slot = deps.loadLimiter.acquire(
      questioner.presented.isPair ? null : questioner.presented.network,
    )
    const late = setTimeout(() => slot.endWork(), MAX_WORK_MS)
    const stop = () => client.abort(deps.stopSignal.reason)
    deps.stopSignal.addEventListener('abort', stop, { once: true })
    if (deps.stopSignal.aborted) stop()
    try {
      refuseBeyond(deps.loadLimiter.isLagging() ? deps.loadLimiter.lagging : slot.decision())
      const question = await admit(deps, questioner, asked, requestId)
      const named = (frame: ChatFrame) => ({ type: 'frame' as const, id, ...frame })
      for await (const frames of answer(deps, question, client.signal)) {
        slot.endWork()
        await waitForDrain(sender.send(...frames.map(named)), client.signal, events.onStalled)
      }
    } catch (error) {
      refuse(id, error, requestId)
    } finally {
      deps.stopSignal.removeEventListener('abort', stop)
      clearTimeout(late)
      slot.release()
      open.delete(id)
      if (open.size === 0) events.onIdle()
    }
  }

  return {
    ask(asked) {
      const requestId = newId()
      if (!isAccepting) return refuse(asked.id, new Refusal('UNAVAILABLE'), requestId)
      if (open.size >= MAX_QUESTIONS_PER_CONNECTION) {
        return refuse(asked.id, new Refusal('RATE_LIMITED', { retryAfterSeconds: 1 }), requestId)
      }
      const client = new AbortController()
      open.set(asked.id, client)
      const attributes = { 'footnote.request_id': requestId }
      const span = deps.tracing.begin('question over WebSocket', { kind: 'server', attributes })
      void recorded(span, () => run(asked, requestId, client))
    },
    cancel: (id) => open.get(id)?.abort(),
    cancelAll() {
      for (const client of open.values()) client.abort()
    },
    stopAccepting: () => void (isAccepting = false),
    isOpen: (id) => open.has(id),
    count: () => open.size,
  }
}

/** The same checks in the same order as over HTTP: credential, body, limits, CAPTCHA, permissions. */
async function admit(
  deps: QuestionDeps,
  { presented: first, presentedWith, origin }: Questioner,
  { parsed, readerToken }: Asked,
  requestId: string,
): Promise<AdmittedQuestion> {
  const presented = readerToken === undefined ? first : presentedWith(readerToken)
  // Once per question: the key may have been revoked since the last one.
  const caller = await identifyCaller(deps, presented, refuseBeyond)
  if (!parsed.success) throw parsed.error
  const {
    type: _,
    id: __,
    recaptcha_token: token,
    reader_token: ___,
    ...body
  }: AskMessage = parsed.data
  const extra = { network: presented.network, cost: queryCost(body) - 1 }
  await countExtra(deps, caller, extra, refuseBeyond)
  await verifyCaptcha(deps, caller, token, 'chat')
  return admitQuestion(deps.db, caller, body, { requestId, origin, source: 'websocket' })
}
