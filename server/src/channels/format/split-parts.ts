/** Blocks put together to messages of at most so many characters, in order. A message has whole blocks where they fit. */
export function splitParts(blocks: readonly string[], maxCharacters: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const block of blocks.flatMap((each) => cutBlock(each, maxCharacters))) {
    const joined = part === '' ? block : `${part}\n\n${block}`
    if (joined.length <= maxCharacters) {
      part = joined
      continue
    }
    parts.push(part)
    part = block
  }
  return part === '' ? parts : [...parts, part]
}

const FENCE = /^(\s*(?:> ?)*(?:[-*] |\d+\. )?\s*)(`{3,})(.*)$/

/** By its lines. Code that goes on in the next message is closed in one and opened again in the other. */
function cutBlock(block: string, maxCharacters: number): string[] {
  if (block.length <= maxCharacters) return [block]
  const pieces: string[] = []
  let lines: string[] = []
  let length = 0
  let fence: { open: string; close: string } | null = null
  const reserve = () => (fence ? fence.close.length + 1 : 0)
  const flush = () => {
    if (lines.length === 0) return
    pieces.push([...lines, ...(fence ? [fence.close] : [])].join('\n'))
    lines = fence ? [fence.open] : []
    length = fence ? fence.open.length + 1 : 0
  }
  for (const line of block.split('\n')) {
    const found = FENCE.exec(line)
    const isClosing = fence !== null && line.trim() === fence.close.trim()
    const room = maxCharacters - 2 * ((fence?.open.length ?? 0) + 8)
    for (const piece of fence ? cutCode(line, room) : cutLine(line, room)) {
      // A closing fence takes the place that is kept for it.
      if (length + piece.length + (isClosing ? 0 : reserve()) > maxCharacters) flush()
      lines.push(piece)
      length += piece.length + 1
    }
    if (isClosing) fence = null
    else if (fence === null && found) {
      const [, indent = '', ticks = '', language = ''] = found
      const inside = indent.replace(/[-*] |\d+\. /, (bullet) => ' '.repeat(bullet.length))
      fence = { open: `${inside}${ticks}${language}`, close: `${inside}${ticks}` }
    }
  }
  const rest = lines.join('\n')
  return rest === '' ? pieces : [...pieces, rest]
}

function cutCode(line: string, room: number): string[] {
  const pieces: string[] = []
  let rest = line
  while (rest.length > room) {
    const at = wholeCharacter(rest, room)
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [...pieces, rest]
}

/** Between words, and where no code or link is open; failing that, code is closed and opened again. */
function cutLine(line: string, room: number): string[] {
  const pieces: string[] = []
  let rest = line
  while (rest.length > room) {
    const blank = lastSafeBlank(rest, room)
    if (blank > 0) {
      pieces.push(rest.slice(0, blank))
      rest = rest.slice(blank + 1)
      continue
    }
    const at = wholeCharacter(rest, room - 2)
    const open = openTicks(rest.slice(0, at))
    pieces.push(`${rest.slice(0, at)}${open}`)
    rest = `${open}${rest.slice(at)}`
  }
  return [...pieces, rest]
}

function lastSafeBlank(text: string, room: number): number {
  let last = -1
  let ticks = ''
  let inLink = false
  for (const { 0: token, index } of text.slice(0, room).matchAll(/\\[\s\S]|`+|\]\(|[[)\s]/g)) {
    if (token.startsWith('`')) ticks = ticks === '' ? token : ticks === token ? '' : ticks
    else if (ticks !== '') continue
    else if (token === '[') inLink = true
    else if (token === ')') inLink = false
    else if (/^\s$/.test(token) && !inLink) last = index
  }
  return last
}

function openTicks(text: string): string {
  let ticks = ''
  for (const { 0: token } of text.matchAll(/\\[\s\S]|`+/g)) {
    if (token.startsWith('`')) ticks = ticks === '' ? token : ticks === token ? '' : ticks
  }
  return ticks
}

/** Not between the two halves of a character. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code < 0xe000 ? at - 1 : at
}
