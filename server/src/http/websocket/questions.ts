import type { ChatFrame } from '@footnote/contract/chat'
import { MAX_QUESTIONS_PER_CONNECTION } from '@footnote/contract/limits'
import type { AskMessage } from '@footnote/contract/websocket'
import { verifyCaptcha } from '../../access/captcha.ts'
import type { AdmittedQuestion } from '../../answering/admit.ts'
import { admitQuestion } from '../../answering/admit.ts'
import { answer } from '../../answering/answer.ts'
import { newId } from '../../platform/new-id.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { refusalOf, toBody } from '../error-handler.ts'
import { refuseBeyond } from '../hooks/rate-limit.ts'
import type { Presented } from '../identify-caller.ts'
import { identifyCaller } from '../identify-caller.ts'
import { recordRefusal } from '../record-refusal.ts'
import type { Room } from '../room.ts'
import type { Outlet } from './outlet.ts'
import type { Asked } from './read-message.ts'
import { taken } from './taken.ts'

export type QuestionDeps = Deps & { room: Room }

export type Questioner = {
  presented: Presented
  /** Of the page that opened the connection. */
  origin: string | undefined
}

export type QuestionEvents = {
  /** The last open question has ended. */
  onIdle: () => void
  /** The reader has taken nothing for so long that it is taken to have left. */
  onStalled: () => void
  /** The key is not good any more. */
  onUnauthorised: (refusal: Refusal) => void
}

export type Questions = {
  ask(asked: Asked): void
  /** Of one that is not open: nothing, for it may just have ended. */
  cancel(id: string): void
  cancelAll(): void
  /** From now on every question is refused. */
  stopTaking(): void
  isOpen(id: string): boolean
  count(): number
}

/** The questions of one connection. Each is decided on as if it had come alone over HTTP. */
export function createQuestions(
  deps: QuestionDeps,
  questioner: Questioner,
  outlet: Outlet,
  events: QuestionEvents,
): Questions {
  const open = new Map<string, AbortController>()
  let isTaking = true

  function refuse(id: string, error: unknown, requestId: string): void {
    const refusal = refusalOf(error)
    const { code, retryAfterSeconds } = refusal
    recordRefusal(deps.metrics, deps.log, { refusal, error, requestId })
    const wait = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }
    void outlet.send({ type: 'refused', id, ...toBody(refusal, requestId), ...wait })
    if (code === 'UNAUTHORIZED') events.onUnauthorised(refusal)
  }

  async function run(asked: Asked, requestId: string, reader: AbortController): Promise<void> {
    const { id } = asked
    const { decision, leave } = deps.room.enter()
    const stop = () => reader.abort(deps.stopSignal.reason)
    deps.stopSignal.addEventListener('abort', stop, { once: true })
    if (deps.stopSignal.aborted) stop()
    try {
      refuseBeyond(deps.room.isLagging() ? deps.room.lagging : decision)
      const question = await admit(deps, questioner, asked, requestId)
      const named = (frame: ChatFrame) => ({ type: 'frame' as const, id, ...frame })
      for await (const frames of answer(deps, question, reader.signal)) {
        await taken(outlet.send(...frames.map(named)), reader.signal, events.onStalled)
      }
    } catch (error) {
      refuse(id, error, requestId)
    } finally {
      deps.stopSignal.removeEventListener('abort', stop)
      leave()
      open.delete(id)
      if (open.size === 0) events.onIdle()
    }
  }

  return {
    ask(asked) {
      const requestId = newId()
      if (!isTaking) return refuse(asked.id, new Refusal('UNAVAILABLE'), requestId)
      if (open.size >= MAX_QUESTIONS_PER_CONNECTION) {
        return refuse(asked.id, new Refusal('RATE_LIMITED', { retryAfterSeconds: 1 }), requestId)
      }
      const reader = new AbortController()
      open.set(asked.id, reader)
      void run(asked, requestId, reader)
    },
    cancel: (id) => open.get(id)?.abort(),
    cancelAll() {
      for (const reader of open.values()) reader.abort()
    },
    stopTaking: () => void (isTaking = false),
    isOpen: (id) => open.has(id),
    count: () => open.size,
  }
}

/** In the order of the HTTP route: who asks, what exactly, whether a person does, and whether they may. */
async function admit(
  deps: QuestionDeps,
  { presented, origin }: Questioner,
  { parsed }: Asked,
  requestId: string,
): Promise<AdmittedQuestion> {
  // Anew for each: a key may have been revoked since the last.
  const caller = await identifyCaller(deps, presented, refuseBeyond)
  if (!parsed.success) throw parsed.error
  const { type: _, id: __, recaptcha_token: token, ...body }: AskMessage = parsed.data
  await verifyCaptcha(deps, caller, token, 'chat')
  return admitQuestion(deps.db, caller, body, { requestId, origin, source: 'websocket' })
}
