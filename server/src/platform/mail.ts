import { createTransport } from 'nodemailer'

export type Message = { to: string; subject: string; text: string }

export type Mail = { send(message: Message): Promise<void>; close(): void }

/** A server that does not answer must not hold a reader for minutes. */
const TIMEOUT_MS = 10_000

/** `url`: smtp:// or smtps://, with the user and the password where the server wants them. */
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
