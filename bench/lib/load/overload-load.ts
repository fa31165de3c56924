import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Endpoint } from './relay-service.ts'

export type OverloadOrder = Pick<Endpoint, 'url' | 'headers'> & {
  clients: number
  seconds: number
  /** After this a client gives up and asks anew. */
  patienceMs: number
}

export type OverloadResult = {
  attempts: number
  /** Answered with 200 before the client lost patience. */
  good: number
  refused: number
  late: number
  failed: number
  seconds: number
}

/** From a process of its own, so that what the bench does besides is not in the figures. */
export async function loadWith(order: OverloadOrder): Promise<OverloadResult> {
  const child = fork(new URL('./overload-clients.ts', import.meta.url))
  child.send(order)
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`The clients ended with ${code}`)
  })
  const [result] = await Promise.race([once(child, 'message'), gone])
  return result
}
