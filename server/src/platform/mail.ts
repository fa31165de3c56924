import type { Transporter } from 'nodemailer'

export type Message = {
  to: string
  /** Where an answer to it goes. */
  replyTo?: { name: string; address: string }
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
  let opened: Promise<Transporter> | undefined
  // Loaded for the first message, which many processes never send.
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(withTimeouts(url, timeoutMs), { from })
  }
  return {
    async send(message) {
      const transport = await (opened ??= open())
      await transport.sendMail(message)
    },
    close: () => void opened?.then((transport) => transport.close()),
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
