import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type SmtpSink = {
  url: string
  /** Each message as it came: headers, an empty line, the text. */
  messages: { to: string[]; text: string }[]
  close(): Promise<void>
}

/** A mail server that keeps what it is given. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const messages: SmtpSink['messages'] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, callback) {
      let raw = ''
      stream.on('data', (chunk) => (raw += String(chunk)))
      stream.on('end', () => {
        // Quoted-printable: a soft line break is no break.
        const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
        messages.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
