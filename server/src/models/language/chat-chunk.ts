/** The parts of OpenAI's `chat.completion.chunk` that are used here. */
export type ChatChunk = {
  /** To be shown. */
  text: string
  /** The chunk has reasoning, which is not shown. */
  hasThought: boolean
  isRefusal: boolean
  finishReason: string | undefined
  inputTokens: number | undefined
  outputTokens: number | undefined
}

/** null: not a chunk. Parsed by hand for speed: it runs for every piece of every answer. */
export function readChatChunk(value: unknown): ChatChunk | null {
  const choices = getField(value, 'choices')
  if (!Array.isArray(choices) || hasError(value)) return null
  const usage = getField(value, 'usage')
  const choice: unknown = choices[0]
  const delta = getField(choice, 'delta')
  const content = getField(delta, 'content')
  const refusal = textIn(getField(delta, 'refusal'))
  const thought = getField(delta, 'reasoning_content') ?? getField(delta, 'reasoning')
  const isList = Array.isArray(content)
  const finishReason = getField(choice, 'finish_reason')
  return {
    text: (isList ? content.map(shownPart).join('') : textIn(content)) + refusal,
    hasThought: textIn(thought) !== '' || (isList && content.some(isThought)),
    isRefusal: refusal !== '',
    finishReason: typeof finishReason === 'string' ? finishReason : undefined,
    inputTokens: countIn(getField(usage, 'prompt_tokens')),
    outputTokens: countIn(getField(usage, 'completion_tokens')),
  }
}

const hasError = (value: unknown): boolean => (getField(value, 'error') ?? null) !== null

/** Mistral's models send reasoning and text as parts. */
const shownPart = (part: unknown): string =>
  getField(part, 'type') === 'text' ? textIn(getField(part, 'text')) : ''
const isThought = (part: unknown): boolean => getField(part, 'type') === 'thinking'

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const countIn = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const getField = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined
