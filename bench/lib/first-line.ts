import { createInterface } from 'node:readline'

/** What a server that was started here prints first: its port. */
export async function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  if (!stream) throw new Error('The server has no output')
  for await (const line of createInterface({ input: stream })) return line
  throw new Error('The server did not start')
}
