/** No real event comes close. */
const MAX_CHARACTERS = 1_000_000

/** Parses server-sent events from arbitrary chunks, and returns the data of completed ones. */
export function createEventDataReader(): (bytes: Uint8Array) => string[] {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let rest = ''
  let data: string | null = null
  return (bytes) => {
    // Not before the first bytes, which may be long in coming.
    decoder ??= new TextDecoder()
    const text = rest + decoder.decode(bytes, { stream: true })
    const completed: string[] = []
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end)
      start = end + 1
      if (line === '') {
        if (data !== null) completed.push(data)
        data = null
      } else if (line.startsWith('data:')) {
        const value = line.slice(line[5] === ' ' ? 6 : 5)
        data = data === null ? value : `${data}\n${value}`
      }
    }
    rest = text.slice(start)
    if (rest.length + (data?.length ?? 0) > MAX_CHARACTERS) throw new Error('An endless event')
    return completed
  }
}
