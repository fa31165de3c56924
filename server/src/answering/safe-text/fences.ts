/** A fenced block of code that is open: the parser's view and ours must agree on where it ends. */
export type Fence = { indent: number; marker: string }

/** Leading whitespace in columns, tabs stopping at every fourth. */
export function measureIndent(line: string): number {
  let columns = 0
  for (const char of line) {
    if (char === ' ') columns += 1
    else if (char === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

/** A line that may still become the opening of a fence. */
export const mayOpenFence = (line: string): boolean =>
  /^ *(?:`{0,2}|~{0,2}|`{3,}[^`]*|~{3,}.*)$/.test(line)

/**
 * The fence that a whole line opens. An indentation of four and more is a fence only inside a list
 * item; elsewhere it may be a paragraph's next line, in which nothing is code.
 */
export function openFence(line: string, listOffset: number | null): Fence | null {
  const fence = fenceOutsideItems(line)
  if (!fence) return null
  const { indent } = fence
  const isInItem = listOffset !== null && indent >= listOffset && indent <= listOffset + 3
  return indent <= 3 || isInItem ? fence : null
}

/** What would be a fence in the right list item. */
export function fenceOutsideItems(line: string): Fence | null {
  const [, spaces, marker] = /^( *)(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? []
  return spaces === undefined || marker === undefined ? null : { indent: spaces.length, marker }
}

/** A line that may still become the closing of the fence. */
export const mayCloseFence = (line: string, { marker }: Fence): boolean =>
  /^[ \t]*(?:`*|~*)[ \t]*$/.test(line) &&
  (line.trim() === '' || line.trim().startsWith(marker.charAt(0)))

export const closesFence = (line: string, { indent, marker }: Fence): boolean => {
  const run = line.trim()
  return (
    run.length >= marker.length &&
    run === marker.charAt(0).repeat(run.length) &&
    measureIndent(line) <= indent + 3
  )
}

/** As far as the fence is indented, so that the line stays inside the list item of the fence. */
export const padded = (line: string, { indent }: Fence): string =>
  line.trim() === '' || measureIndent(line) >= indent
    ? line
    : ' '.repeat(indent) + line.replace(/^[ \t]+/, '')

/** Where the text of a list item begins; null where a line says nothing of it. */
export function nextListOffset(
  line: string,
  before: number | null,
  isAfterBlank: boolean,
): number | null {
  if (line.trim() === '') return before
  const indent = measureIndent(line)
  const item = /^( *)([-*+]|(\d{1,9})[.)])( +)\S/.exec(line)
  if (item) {
    const [, spaces = '', marker = '', number, gap = ''] = item
    const isInReach = spaces.length <= 3 || (before !== null && spaces.length <= before + 3)
    // A number other than 1 does not interrupt a paragraph.
    const mayBegin = number === undefined || number === '1' || isAfterBlank || before !== null
    if (isInReach && mayBegin)
      return spaces.length + marker.length + (gap.length > 4 ? 1 : gap.length)
  }
  return before !== null && indent >= before ? before : null
}
