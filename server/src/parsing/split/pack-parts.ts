import { passageTokens } from './passage-tokens.ts'

/** Puts parts together as long as they fit; a part that does not fit alone is cut at its words. */
export function packParts(parts: readonly string[], maxTokens: number, joiner: string): string[] {
  const packed: string[] = []
  let held: string[] = []
  let heldTokens = 0
  const end = () => {
    if (held.length > 0) packed.push(held.join(joiner))
    held = []
    heldTokens = 0
  }
  for (const part of parts) {
    const tokens = passageTokens(part)
    if (heldTokens + tokens > maxTokens) end()
    if (tokens > maxTokens) for (const piece of cutWords(part, maxTokens)) packed.push(piece)
    else {
      held.push(part)
      heldTokens += tokens
    }
  }
  end()
  return packed
}

/** Cuts before the word that would pass the limit, and inside a word that passes it alone. */
function cutWords(text: string, maxTokens: number): string[] {
  const pieces: string[] = []
  let start = 0
  let tokens = 0
  for (const { 0: word, index } of text.matchAll(/\s*\S{1,200}/g)) {
    const cost = passageTokens(word)
    if (tokens + cost > maxTokens && index > start) {
      pieces.push(text.slice(start, index))
      start = index
      tokens = 0
    }
    tokens += cost
  }
  pieces.push(text.slice(start))
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}
