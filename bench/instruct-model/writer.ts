import { createRequire } from 'node:module'

export type Message = { role: 'system' | 'user' | 'assistant'; content: string }

export type Written = {
  text: string
  finish: 'stop' | 'length'
  inputTokens: number
  outputTokens: number
}

export type Writer = {
  /** One at a time; others wait. */
  write(
    messages: readonly Message[],
    options: { maxTokens: number; signal: AbortSignal },
    onText: (text: string) => void,
  ): Promise<Written>
}

type Item =
  | { type: 'system' | 'user'; text: string }
  | { type: 'model'; response: readonly string[] }

/** What is used of node-llama-cpp, which the repository does not install. */
type Sequence = object
type Session = {
  setChatHistory(history: readonly Item[]): void
  promptWithMeta(
    text: string,
    options: {
      maxTokens: number
      temperature: number
      signal: AbortSignal
      stopOnAbortSignal: boolean
      onTextChunk: (text: string) => void
    },
  ): Promise<{ responseText: string; stopReason: string }>
  dispose(options: { disposeSequence: boolean }): void
}
type Model = {
  createContext(options: { contextSize: number; threads: number }): Promise<{
    getSequence(): Sequence
  }>
  tokenize(text: string): readonly unknown[]
}
type NodeLlama = {
  getLlama: (options: { gpu: false; build: 'never' }) => Promise<{
    loadModel(options: { modelPath: string }): Promise<Model>
  }>
  LlamaChatSession: new (options: { contextSequence: Sequence }) => Session
}

/** All that TinyLlama has. */
const CONTEXT_TOKENS = 2_048

export async function openWriter(weights: string, threads: number): Promise<Writer> {
  const { getLlama, LlamaChatSession } = await loadNodeLlama()
  const llama = await getLlama({ gpu: false, build: 'never' })
  const model = await llama.loadModel({ modelPath: weights })
  const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads })
  // One for all: the rules that every prompt begins with are evaluated once.
  const sequence = context.getSequence()
  const countTokens = (text: string) => model.tokenize(text).length
  let before: Promise<unknown> = Promise.resolve()
  const write: Writer['write'] = async (messages, { maxTokens, signal }, onText) => {
    const session = new LlamaChatSession({ contextSequence: sequence })
    try {
      session.setChatHistory(messages.slice(0, -1).map(toItem))
      const { responseText, stopReason } = await session.promptWithMeta(
        messages.at(-1)?.content ?? '',
        // 0: the same prompt gives the same answer.
        { maxTokens, temperature: 0, signal, stopOnAbortSignal: true, onTextChunk: onText },
      )
      return {
        text: responseText,
        finish: stopReason === 'maxTokens' ? 'length' : 'stop',
        inputTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
        outputTokens: countTokens(responseText),
      }
    } finally {
      session.dispose({ disposeSequence: false })
    }
  }
  return {
    write(...given) {
      const next = before.then(() => write(...given))
      before = next.catch(() => undefined)
      return next
    },
  }
}

const toItem = ({ role, content }: Message): Item =>
  role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content }

/** From the folder's own node_modules: see its package.json. */
async function loadNodeLlama(): Promise<NodeLlama> {
  const require = createRequire(import.meta.url)
  try {
    const loaded: NodeLlama = await import(require.resolve('node-llama-cpp'))
    return loaded
  } catch (cause) {
    const fix =
      'Install it with: npm ci --ignore-scripts --omit=optional --prefix bench/instruct-model'
    throw new Error(`node-llama-cpp is not installed. ${fix}`, { cause })
  }
}
