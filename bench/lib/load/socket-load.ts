import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestSocket } from '../../../test/support/network/socket.ts'
import { connectSocket } from '../../../test/support/network/socket.ts'
import type { Relay } from './relay-service.ts'

export type IdleSockets = Disposable & { count(): Promise<number> }

/** Resolves once all are open and were let in. */
export async function holdIdleSockets({ socket }: Relay, count: number): Promise<IdleSockets> {
  const file = new URL('./socket-clients.ts', import.meta.url)
  const child = fork(file, [socket.url, socket.clientKey, String(count)])
  await told(child)
  return {
    count() {
      child.send('count')
      return told(child)
    },
    [Symbol.dispose]: () => child.disconnect(),
  }
}

async function told(child: ChildProcess): Promise<number> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`The clients ended with ${code}`)
  })
  const [{ open }] = (await Promise.race([once(child, 'message'), gone])) as [{ open: number }]
  return open
}

export async function openActive({ service, socket }: Relay): Promise<TestSocket> {
  const knowledgeBaseId = /knowledge-bases\/([^/]+)\//.exec(socket.url)?.[1] ?? ''
  const active = await connectSocket(service, knowledgeBaseId)
  active.send({ type: 'init', client_key: socket.clientKey })
  await active.next(({ type }) => type === 'ready')
  return active
}

export type Asked = {
  firstFrameMs: number[]
  answered: number
  /** The code of each that was not. */
  failures: string[]
}

/** Each socket asks one question after the other for so long. */
export async function askFor(
  sockets: readonly TestSocket[],
  { chat }: Relay,
  seconds: number,
): Promise<Asked> {
  const result: Asked = { firstFrameMs: [], answered: 0, failures: [] }
  const until = performance.now() + seconds * 1000
  const body = JSON.parse(chat.body) as object
  const work = async (socket: TestSocket) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const id = `${turn}-${performance.now()}`
      const started = performance.now()
      // Earlier messages are no longer needed, and would be searched again and again.
      socket.messages.length = 0
      const answer = socket.ask(id, body)
      await socket.next((message) => 'id' in message && message.id === id)
      result.firstFrameMs.push(performance.now() - started)
      const { refused, frames } = await answer
      const last = refused ?? frames.at(-1)
      if (last && 'code' in last) result.failures.push(last.code)
      else result.answered += 1
    }
  }
  await Promise.all(sockets.map(work))
  return result
}
