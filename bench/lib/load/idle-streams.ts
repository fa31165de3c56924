import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Endpoint, Relay } from './relay-service.ts'

const OPENED_AT_ONCE = 50
/**
 * A process may have 20,000 open files on the machine this was written on, and a stream with its model
 * takes two. The others wait for the vector of their question, a single request shared by all.
 */
const MAX_WITH_MODEL = 9_700

export type IdleFigures = {
  idleStreams: number
  idleWithModel: number
  activeStreams: number
  idleBeforeMb: number
  idleHeldMb: number
  idleStreamKb: number
  idleDropped: number
  activeAnswered: number
}

/** Streams whose model is silent, and answers asked meanwhile; how much memory they take. */
export async function holdIdleStreams(
  { service, waiting, unread, chat }: Relay,
  { idle, active }: { idle: number; active: number },
): Promise<IdleFigures> {
  const pid = service.process.pid ?? 0
  const before = residentMb(pid)
  const withModel = Math.min(MAX_WITH_MODEL, Math.ceil(idle * 0.97))
  const sockets: Socket[] = []
  let dropped = 0
  try {
    sockets.push(...(await openSilent(waiting, withModel)))
    for (let opened = withModel; opened < idle; opened += 1) {
      sockets.push(await open(unread, '\r\n\r\n'))
    }
    for (const socket of sockets) socket.once('close', () => (dropped += 1)).resume()
    const answered = await Promise.all(Array.from({ length: active }, () => answers(chat)))
    const held = residentMb(pid)
    return {
      idleStreams: sockets.length,
      idleWithModel: withModel,
      activeStreams: active,
      idleBeforeMb: before,
      idleHeldMb: held,
      idleStreamKb: ((held - before) * 1024) / sockets.length,
      idleDropped: dropped,
      activeAnswered: answered.filter(Boolean).length,
    }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Streams that have had their citations, and whose model is silent. */
export async function openSilent(waiting: Endpoint, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const length = Math.min(OPENED_AT_ONCE, count - sockets.length)
    const batch = Array.from({ length }, () => open(waiting, '"citations"'))
    sockets.push(...(await Promise.all(batch)))
  }
  return sockets
}

/** Resolves once `awaited` has come. */
async function open({ url, headers, body }: Endpoint, awaited: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n${lines.join('')}` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  let text = ''
  while (!text.includes(awaited)) {
    const [bytes] = await once(socket, 'data')
    text += String(bytes)
    if (text.includes('"error"')) throw new Error(text)
  }
  socket.pause()
  return socket
}

async function answers({ url, headers, body }: Endpoint): Promise<boolean> {
  const response = await fetch(url, { method: 'POST', headers, body })
  return (await response.text()).includes('"done":true')
}

export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return Number(kilobytes) / 1024
}
