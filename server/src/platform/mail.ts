import { createTransport } from 'nodemailer'

export type Message = { to: string; subject: string; text: string }

export type Mail = { send(message: Message): Promise<void>; close(): void }

/** A mail server that does not respond must not keep a reader waiting for minutes. */
const TIMEOUT_MS = 10_000

/** `url`: smtp:// or smtps://, with user and password if the server needs them. */
export function createMail(url: string, from: string): Mail {
  const transport = createTransport(url, { from })
  transport.set('connectionTimeout', TIMEOUT_MS)
  return {
    async send(message) {
      await transport.sendMail(message)
    },
    close: () => transport.close(),
  }
}
