import type { Block } from './blocks.ts'
import { fenced } from './fence.ts'
import { packParts, sentencesOf } from './split-sentences.ts'
import { estimateTokens } from './split-tokens.ts'

export type SplitSizes = { targetTokens: number; maxTokens: number }

/** A part of a block small enough for a passage. `joiner` goes before it when it continues its block. */
export type Chunk = { text: string; tokens: number; joiner: string; page: number | undefined }

const BETWEEN_BLOCKS = '\n\n'

/** A block whole where it fits the maximum, else its parts, each up to the target. */
export function chunksOf(block: Block, sizes: SplitSizes): Chunk[] {
  const whole = wholeText(block)
  const tokens = estimateTokens(whole)
  const { page } = block
  if (tokens <= sizes.maxTokens) return [{ text: whole, tokens, joiner: BETWEEN_BLOCKS, page }]
  return partsOf(block, sizes).map((text, index) => ({
    text,
    tokens: estimateTokens(text),
    joiner: index > 0 && block.kind === 'text' ? ' ' : BETWEEN_BLOCKS,
    page,
  }))
}

function wholeText(block: Block): string {
  if (block.kind === 'code') return fenced(block.text, block.language)
  return block.kind === 'table' && block.headerRow !== undefined
    ? `${block.headerRow}\n${block.text}`
    : block.text
}

function partsOf(block: Block, { targetTokens, maxTokens }: SplitSizes): string[] {
  switch (block.kind) {
    case 'heading':
    case 'text':
      return packParts(sentencesOf(block.text), targetTokens, ' ')
    case 'list':
      return packParts(listParts(block.text, maxTokens), targetTokens, '\n')
    case 'code':
      return codeParts(block.text, block.language, { targetTokens, maxTokens })
    case 'table':
      return tableParts(block.text, block.headerRow, targetTokens, maxTokens)
  }
}

/** Lines up to the target, each part between fences of its own. */
function codeParts(code: string, language: string | undefined, sizes: SplitSizes): string[] {
  const around = estimateTokens(fenced('', language))
  const lines = code.split('\n')
  const parts = packLines(lines, sizes.targetTokens - around, sizes.maxTokens - around)
  return parts.map((part) => fenced(part, language))
}

/** Items, and the sentences of an item that is too long alone. */
function listParts(text: string, maxTokens: number): string[] {
  return text
    .split('\n')
    .flatMap((line) => (estimateTokens(line) > maxTokens ? sentencesOf(line) : [line]))
}

/** Lines up to the target; one between the target and the maximum stands alone, uncut. */
function packLines(lines: readonly string[], targetTokens: number, maxTokens: number): string[] {
  const packed: string[] = []
  let held: string[] = []
  let heldTokens = 0
  const end = () => {
    if (held.some((line) => line.trim() !== '')) packed.push(held.join('\n'))
    held = []
    heldTokens = 0
  }
  for (const line of lines) {
    const tokens = estimateTokens(line)
    if (heldTokens + tokens > targetTokens) end()
    if (tokens > maxTokens)
      for (const piece of packParts([line], targetTokens, '')) packed.push(piece)
    else {
      held.push(line)
      heldTokens += tokens
    }
  }
  end()
  return packed
}

/** Every part begins with the header row, unless the header would take half of it. */
function tableParts(
  text: string,
  headerRow: string | undefined,
  targetTokens: number,
  maxTokens: number,
): string[] {
  const header = headerRow ?? ''
  const headerTokens = estimateTokens(header)
  const rows = text.split('\n')
  if (headerTokens === 0) return packLines(rows, targetTokens, maxTokens)
  if (headerTokens > targetTokens / 2) return packLines([header, ...rows], targetTokens, maxTokens)
  const parts = packLines(rows, targetTokens - headerTokens, maxTokens - headerTokens)
  return parts.map((part) => `${header}\n${part}`)
}
