import { setTimeout as sleep } from 'node:timers/promises'
import type { Post } from '../../platform/network/post.ts'
import type { Fetch } from '../../platform/network/safe-fetch.ts'
import { createSafeFetch } from '../../platform/network/safe-fetch.ts'
import type { AnswerWatch } from './answer-watch.ts'
import { startWatch } from './answer-watch.ts'
import type { CircuitBreaker } from '../circuit-breaker.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import { classifyFailure } from '../classify-failure.ts'
import type { LanguageModelSettings } from './language-model-settings.ts'
import { getName } from './language-model-settings.ts'
import type { LanguageModel, Prompt } from './language-model.ts'
import { ModelFailure } from '../model-failure.ts'
import type { OpenedStream, OpenStream } from './model-stream.ts'
import { openStreamTo } from './open-stream.ts'

const MAX_ATTEMPTS = 3
/** Asked to wait longer, the call fails at once: the reader is waiting. */
const MAX_WAIT_MS = 2_000

export type LanguageModelOptions = {
  readonly idleTimeoutMs?: number | undefined
  readonly totalTimeoutMs?: number | undefined
  /** Both connect to any address unless told otherwise. */
  readonly fetch?: Fetch | undefined
  readonly post?: Post | undefined
  /** Shared by all models of the same name on the same host. */
  readonly breaker?: CircuitBreaker | undefined
  /** Pause before the second attempt; doubled before the third. */
  readonly retryDelayMs?: number | undefined
}

const anywhere = createSafeFetch({ allowPrivate: true })

/** A model of any provider, behind one interface and with the contract's failures. */
export function createLanguageModel(
  settings: LanguageModelSettings,
  apiKey: string | undefined,
  options: LanguageModelOptions = {},
): LanguageModel {
  const { idleTimeoutMs = 20_000, totalTimeoutMs = 60_000, retryDelayMs = 250 } = options
  const { breaker = createCircuitBreaker() } = options
  const { fetch = anywhere.fetch, post = anywhere.post } = options
  const openStream = openStreamTo(settings, apiKey, { fetch: withoutRedirects(fetch), post })
  const name = getName(settings)
  return {
    name,
    async *write(prompt, signal) {
      const call = breaker.enter()
      const watch = startWatch(signal, { idleTimeoutMs, totalTimeoutMs })
      // Holds when the consumer's loop ends early, which no catch sees.
      let end = () => call.failed('cancelled')
      try {
        const stream = await open(openStream, prompt, watch, retryDelayMs)
        let piece = stream.first
        while ('deltas' in piece) {
          call.begun()
          yield piece.deltas
          piece = await stream.next()
        }
        end = () => call.succeeded()
        return piece.written
      } catch (error) {
        const failure = watch.failure() ?? classifyFailure(error)
        end = () => call.failed(failure.code)
        throw forLog(failure, name, [
          ...prompt.messages.map(({ content }) => content),
          apiKey ?? '',
        ])
      } finally {
        end()
        watch.end()
      }
    },
  }
}

/** With the model's name, and without anything the provider repeats of the prompt or the key. */
function forLog(failure: ModelFailure, model: string, secrets: readonly string[]): ModelFailure {
  const { code, statusCode, retryAfterMs } = failure
  const secret = secrets.join('\n').toLowerCase()
  const reasons = failure.reasons.filter((reason) => !secret.includes(reason.toLowerCase()))
  return new ModelFailure(code, { model, statusCode, retryAfterMs, reasons })
}

/** Retries, but only until the first piece: text that was shown cannot be taken back. */
async function open(
  openStream: OpenStream,
  prompt: Prompt,
  watch: AnswerWatch,
  retryDelayMs: number,
): Promise<OpenedStream> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openStream(prompt, watch)
    } catch (error) {
      const failure = watch.failure() ?? classifyFailure(error)
      const waitMs = waitBeforeRetry(failure, retryDelayMs * 2 ** (attempt - 1))
      if (waitMs === undefined || attempt >= MAX_ATTEMPTS) throw failure
      watch.stopIdle()
      await watch.race(sleep(waitMs, undefined, { ref: false }))
    }
  }
}

/** Undefined: do not retry now. Half of a backoff is random, to spread callers. */
function waitBeforeRetry(failure: ModelFailure, backoffMs: number): number | undefined {
  const { code, retryAfterMs } = failure
  if (code === 'rate_limited') {
    return retryAfterMs !== undefined && retryAfterMs <= MAX_WAIT_MS ? retryAfterMs : undefined
  }
  if (code !== 'unavailable') return undefined
  const waitMs = retryAfterMs ?? backoffMs * (0.5 + Math.random() / 2)
  return waitMs <= MAX_WAIT_MS ? waitMs : undefined
}

/** A redirect would carry the key to another address. */
const withoutRedirects =
  (fetch: Fetch): Fetch =>
  (input, init) =>
    fetch(input, { ...init, redirect: 'manual' })
