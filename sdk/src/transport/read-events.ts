/** Called around each wait for the network, so that a slow consumer is not mistaken for a silent service. */
export type Waiting = { begin(): void; end(): void }

/** The data of each event of a stream; comments are left out. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  waiting: Waiting,
): AsyncGenerator<string> {
  // Not `for await`: Safari's streams cannot be iterated.
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let open = ''
  try {
    for (;;) {
      waiting.begin()
      const { done, value } = await reader.read().finally(() => waiting.end())
      if (done) return
      // A carriage return may be half of a line's end: what follows it decides.
      const text = open + decoder.decode(value, { stream: true })
      const events = text.replaceAll('\r\n', '\n').split('\n\n')
      open = events.pop() ?? ''
      for (const event of events) {
        const data = findData(event)
        if (data !== null) yield data
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function findData(event: string): string | null {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'))
  return lines.length === 0 ? null : lines.map((line) => line.replace(/^data: ?/, '')).join('\n')
}
