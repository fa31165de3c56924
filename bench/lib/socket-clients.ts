import { WebSocket } from 'ws'

/**
 * Holds connections that ask nothing, in a process of its own: the files that a process may have open
 * are for the service. Tells its parent when all are open, and how many are left when it is asked.
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
