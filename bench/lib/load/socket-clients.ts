import { WebSocket } from 'ws'

/**
 * Holds idle connections in a process of its own, since the number of open files per process is
 * limited. Tells its parent when all are open, and on request how many are left.
 */
const [url = '', clientKey = '', count = '0'] = process.argv.slice(2)
const OPENED_AT_ONCE = 50

const open = (): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'init', client_key: clientKey })))
    socket.once('message', () => resolve(socket))
  })

const sockets: WebSocket[] = []
while (sockets.length < Number(count)) {
  const batch = Math.min(OPENED_AT_ONCE, Number(count) - sockets.length)
  sockets.push(...(await Promise.all(Array.from({ length: batch }, open))))
}
process.send?.({ open: sockets.length })
process.on('message', () => {
  process.send?.({ open: sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length })
})
process.on('disconnect', () => process.exit(0))
