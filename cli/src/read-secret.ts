import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** A line of standard input. At a terminal it is asked for and not shown; in a script it is piped in. */
export async function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY })
  if (stdin.isTTY) stderr.write(question)
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
    stdin.destroy()
  }
}
