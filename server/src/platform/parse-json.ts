/** undefined: it is no JSON. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString())
  } catch {
    return undefined
  }
}
