import { connect } from 'node:net'

export type RawReply = { status: number; headers: Map<string, string>; body: string }

/** Sends bytes as they are and reads what comes back until the other side closes. */
export function sendRaw(baseUrl: string, bytes: string): Promise<RawReply> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('latin1')
    socket.setTimeout(30_000, () => socket.destroy(new Error('Nothing came back')))
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.on('error', reject)
    socket.on('close', () => resolve(read(received)))
  })
}

function read(received: string): RawReply {
  const end = received.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(headers),
    body: received.slice(end + 4),
  }
}
