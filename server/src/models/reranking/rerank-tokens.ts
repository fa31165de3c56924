import type { Tokenizer } from '@huggingface/tokenizers'
import { bareIds, loadTokenizer } from '../onnx/text-tokens.ts'

/** A query and a text as one row, in the form the model was trained with. */
export type PairTokens = {
  readonly ids: number[]
  /** Which of the two each token belongs to, as the model numbers them. */
  readonly typeIds: number[]
  readonly length: number
}

export type TokenisePair = (query: string, text: string) => PairTokens

export async function loadTokenisePair(path: string, maxTokens: number): Promise<TokenisePair> {
  return createTokenisePair(await loadTokenizer(path), maxTokens)
}

/** Cut to `maxTokens`: a query gets up to half of them, its text the rest. */
export function createTokenisePair(tokenizer: Tokenizer, maxTokens: number): TokenisePair {
  const frame = readFrame(tokenizer, maxTokens)
  const marks = frame.before.length + frame.between.length + frame.after.length
  const room = maxTokens - marks
  return (query, text) => {
    const queryIds = bareIds(tokenizer, query, maxTokens).slice(0, Math.floor(room / 2))
    const textIds = bareIds(tokenizer, text, maxTokens).slice(0, room - queryIds.length)
    const tokens = [
      ...frame.before,
      ...queryIds.map((id) => ({ id, typeId: frame.queryType })),
      ...frame.between,
      ...textIds.map((id) => ({ id, typeId: frame.textType })),
      ...frame.after,
    ]
    return {
      ids: tokens.map(({ id }) => id),
      typeIds: tokens.map(({ typeId }) => typeId),
      length: tokens.length,
    }
  }
}

/** The model's special tokens around and between two texts, taken from a pair of single letters. */
function readFrame(tokenizer: Tokenizer, maxTokens: number) {
  const probe = bareIds(tokenizer, 'a', maxTokens)
  const framed = tokenizer.encode('a', { text_pair: 'a', return_token_type_ids: true })
  const ids: number[] = framed.ids
  // Absent for models without type ids.
  const typeIds: number[] | undefined = framed.token_type_ids
  const tokens = ids.map((id, index) => ({ id, typeId: typeIds?.[index] ?? 0 }))
  const query = ids.indexOf(probe[0] ?? -1)
  const queryEnd = query + probe.length
  const text = ids.indexOf(probe[0] ?? -1, queryEnd)
  if (query < 0 || text < 0) throw new Error('The tokenizer does not say how to join two texts.')
  return {
    before: tokens.slice(0, query),
    between: tokens.slice(queryEnd, text),
    after: tokens.slice(text + probe.length),
    queryType: tokens[query]?.typeId ?? 0,
    textType: tokens[text]?.typeId ?? 0,
  }
}
