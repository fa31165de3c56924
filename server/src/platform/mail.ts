import { createTransport } from 'nodemailer'

export type Message = {
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  messageId?: string
}

export type Mail = { send(message: Message): Promise<void>; close(): void }

/** A mail server that does not respond must not keep a reader waiting for minutes. */
const TIMEOUT_MS = 10_000

/** `url`: smtp:// or smtps://, with user and password if the server needs them. */
export function createMail(url: string, from: string, timeoutMs = TIMEOUT_MS): Mail {
  const transport = createTransport(withTimeouts(url, timeoutMs), { from })
  return {
    async send(message) {
      await transport.sendMail(message)
    },
    close: () => transport.close(),
  }
}

/** The transport takes its options from the address. What the operator has set there stays. */
function withTimeouts(url: string, timeoutMs: number): string {
  const options = new URL(url)
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!options.searchParams.has(name)) options.searchParams.set(name, String(timeoutMs))
  }
  return options.href
}
