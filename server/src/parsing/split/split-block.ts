import type { Block } from '../blocks.ts'
import { packParts } from './pack-parts.ts'
import type { BlockKind } from '../../text/block-span.ts'
import { passageTokens } from './passage-tokens.ts'
import { splitSentences, sentencesOfLine } from '../../text/sentences.ts'

export type SplitSizes = { targetTokens: number; maxTokens: number }

/** A part of a block small enough for a passage. `joiner` goes before it when it continues its block. */
export type BlockPart = {
  kind: BlockKind
  text: string
  tokens: number
  joiner: string
  page: number | undefined
}

export const BETWEEN_BLOCKS = '\n\n'

/** The whole block if it fits the maximum, else its parts, each up to the target. */
export function splitBlock(block: Block, sizes: SplitSizes): BlockPart[] {
  const whole = wholeText(block)
  const tokens = passageTokens(whole)
  const { kind, page } = block
  if (tokens <= sizes.maxTokens) {
    return [{ kind, text: whole, tokens, joiner: BETWEEN_BLOCKS, page }]
  }
  return splitParts(block, sizes).map((text, index) => ({
    kind,
    text,
    tokens: passageTokens(text),
    joiner: index > 0 && kind === 'text' ? ' ' : BETWEEN_BLOCKS,
    page,
  }))
}

function wholeText(block: Block): string {
  if (block.kind === 'code') return fenced(block.text, block.language)
  return block.kind === 'table' && block.headerRow !== undefined
    ? `${block.headerRow}\n${block.text}`
    : block.text
}

function splitParts(block: Block, { targetTokens, maxTokens }: SplitSizes): string[] {
  switch (block.kind) {
    case 'heading':
    case 'text':
      return packParts(splitSentences(block.text), targetTokens, ' ')
    case 'list':
      return packParts(listParts(block.text, maxTokens), targetTokens, '\n')
    case 'code':
      return codeParts(block.text, block.language, { targetTokens, maxTokens })
    case 'table':
      return tableParts(block.text, block.headerRow, targetTokens, maxTokens)
  }
}

/** Packs lines up to the target and fences each part. */
function codeParts(code: string, language: string | undefined, sizes: SplitSizes): string[] {
  const around = passageTokens(fenced('', language))
  const lines = code.split('\n')
  const parts = packLines(lines, sizes.targetTokens - around, sizes.maxTokens - around)
  return parts.map((part) => fenced(part, language))
}

/** Items, or the sentences of an item that is too long by itself. */
function listParts(text: string, maxTokens: number): string[] {
  return text.split('\n').flatMap((line) =>
    passageTokens(line) > maxTokens
      ? sentencesOfLine(line)
          .map((sentence) => sentence.trimEnd())
          .filter((sentence) => sentence !== '')
      : [line],
  )
}

/** Packs lines up to the target; a line between target and maximum is a part by itself. */
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
    const tokens = passageTokens(line)
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

/** Every part begins with the header row, unless that would take half of it. */
function tableParts(
  text: string,
  headerRow: string | undefined,
  targetTokens: number,
  maxTokens: number,
): string[] {
  const header = headerRow ?? ''
  const headerTokens = passageTokens(header)
  const rows = text.split('\n')
  if (headerTokens === 0) return packLines(rows, targetTokens, maxTokens)
  if (headerTokens > targetTokens / 2) return packLines([header, ...rows], targetTokens, maxTokens)
  const parts = packLines(rows, targetTokens - headerTokens, maxTokens - headerTokens)
  return parts.map((part) => `${header}\n${part}`)
}

/** Code as fenced markdown; the fence is longer than any run of backticks inside. */
export function fenced(code: string, language = ''): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}
