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
  const choices = fieldOf(value, 'choices')
  if (!Array.isArray(choices) || hasError(value)) return null
  const usage = fieldOf(value, 'usage')
  const choice: unknown = choices[0]
  const delta = fieldOf(choice, 'delta')
  const content = fieldOf(delta, 'content')
  const refusal = textIn(fieldOf(delta, 'refusal'))
  const thought = fieldOf(delta, 'reasoning_content') ?? fieldOf(delta, 'reasoning')
  const isList = Array.isArray(content)
  const finishReason = fieldOf(choice, 'finish_reason')
  return {
    text: (isList ? content.map(shownPart).join('') : textIn(content)) + refusal,
    hasThought: textIn(thought) !== '' || (isList && content.some(isThought)),
    isRefusal: refusal !== '',
    finishReason: typeof finishReason === 'string' ? finishReason : undefined,
    inputTokens: countIn(fieldOf(usage, 'prompt_tokens')),
    outputTokens: countIn(fieldOf(usage, 'completion_tokens')),
  }
}

const hasError = (value: unknown): boolean => (fieldOf(value, 'error') ?? null) !== null

/** Mistral's models send reasoning and text as parts. */
const shownPart = (part: unknown): string =>
  fieldOf(part, 'type') === 'text' ? textIn(fieldOf(part, 'text')) : ''
const isThought = (part: unknown): boolean => fieldOf(part, 'type') === 'thinking'

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const countIn = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const fieldOf = (value: unknown, name: string): unknown =>
  isRecord(value) ? value[name] : undefined
