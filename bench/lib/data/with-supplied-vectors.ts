import { fork } from 'node:child_process'
import { firstLine } from '../first-line.ts'

export type SuppliedVectors = {
  /** The settings that make a service ask for these vectors. */
  env: Record<string, string>
  /** How many texts it was asked for. */
  embedded(): Promise<number>
}

/** MiniLM's. */
const DIMENSIONS = 384

/** 64 vectors by turns, which take no time to think of, or one for each text: see word-vectors.ts. */
export type VectorKind = 'few' | 'words'

/** An embedding server in a process of its own. */
export async function withSuppliedVectors<Result>(
  work: (supplied: SuppliedVectors) => Promise<Result>,
  kind: VectorKind = 'few',
): Promise<Result> {
  const program = new URL('./supplied-vectors.ts', import.meta.url)
  const server = fork(program, [String(DIMENSIONS), kind], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    const url = `http://127.0.0.1:${await firstLine(server.stdout)}/v1`
    return await work({
      env: {
        EMBEDDING_MODEL_DIR: '',
        EMBEDDING_URL: url,
        EMBEDDING_MODEL: 'supplied',
        EMBEDDING_DIMENSIONS: String(DIMENSIONS),
        EMBEDDING_UNRELATED_COSINE: '0',
      },
      embedded: async () => Number(await (await fetch(url)).text()),
    })
  } finally {
    server.disconnect()
  }
}
