/** `indent`: how deep it stands in the list, in characters. */
export type ListItem = { text: string; indent: number; number?: number }

export type PassageBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: ListItem[] }
  | { kind: 'table'; headerRow: string; rows: string[] }
  /** Between fences it is whole; without them a blank line may be inside. */
  | { kind: 'code'; text: string; isFenced: boolean; language?: string }

export const FENCE = /^\s*(`{3,}|~{3,})/
export const MARKER = /^\s*(?:[-*+•]|(\d{1,3})[.)])\s+(?=\S)/

/** Code between fences. */
export function readCode(lines: readonly string[]): PassageBlock[] {
  const language = /^\s*[`~]{3,}\s*([\w+#.-]+)\s*$/.exec(lines[0] ?? '')?.[1]
  const mark = FENCE.exec(lines[0] ?? '')?.[1] ?? ''
  const body = lines.slice(1).filter((line) => FENCE.exec(line)?.[1]?.startsWith(mark) !== true)
  const text = body.join('\n').trimEnd()
  if (text === '') return []
  return [{ kind: 'code', text, isFenced: true, ...(language === undefined ? {} : { language }) }]
}

/** The `| --- | --- |` below a header. */
const isRule = (line: string): boolean =>
  line.includes('---') && line.replaceAll(/[\s|:-]/g, '') === ''

/** Its first line is the header row; a lone line is text. */
export function readTable(lines: readonly string[]): PassageBlock[] {
  const [headerRow = '', ...rows] = lines
    .filter((line) => !isRule(line))
    .map((line) => line.trim().replace(/^\|\s*|\s*\|$/g, ''))
  if (rows.length === 0) return [{ kind: 'text', text: headerRow }]
  return [{ kind: 'table', headerRow, rows }]
}

/** Lines before the first marker are text; lines without one continue their item. */
export function readList(lines: readonly string[]): PassageBlock[] {
  const start = lines.findIndex((line) => MARKER.test(line))
  if (start === -1) return [{ kind: 'text', text: lines.join('\n') }]
  const items: ListItem[] = []
  for (const line of lines.slice(start)) {
    const marker = MARKER.exec(line)
    const last = items.at(-1)
    if (marker) {
      const text = line.slice(marker[0].length).trim()
      const indent = line.search(/\S/)
      const number = marker[1] === undefined ? {} : { number: Number(marker[1]) }
      items.push({ text, indent, ...number })
    } else if (last) last.text += ` ${line.trim()}`
  }
  const list: PassageBlock = { kind: 'list', items }
  return start === 0 ? [list] : [{ kind: 'text', text: lines.slice(0, start).join('\n') }, list]
}
