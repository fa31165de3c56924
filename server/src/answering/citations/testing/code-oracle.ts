/** Finds code in another way than the reader does: by regular expressions over whole lines. */
const FENCE = /^[ \t\r>*+\-.)0-9]*(?:(`{3,})(?![^\n]*`)|(~{3,}))/
const INLINE = /(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/gsu

export function splitCode(text: string): { prose: string; code: string[] } {
  let fence = ''
  let column = 0
  const code: string[] = []
  const prose = text.split('\n').map((line) => {
    if (fence !== '') {
      code.push(line)
      const run = /^[ \t>]*(`+|~+)[ \t\r]*$/.exec(line)?.[1] ?? ''
      const isNear = getColumn(line, run) <= column + 3
      if (isNear && run.length >= fence.length && run.startsWith(fence.charAt(0))) fence = ''
      return ''
    }
    const open = FENCE.exec(line)
    fence = open?.[1] ?? open?.[2] ?? ''
    if (fence !== '') {
      column = getColumn(line, fence)
      code.push(line)
      return ''
    }
    return line.replace(INLINE, (span) => {
      code.push(span)
      return '\0'
    })
  })
  return { prose: prose.join('\n'), code }
}

/** Where in the line the run stands, tabs stopping at every fourth column. */
const getColumn = (line: string, run: string): number =>
  line
    .slice(0, line.indexOf(run))
    .split('')
    .reduce((column, char) => column + (char === '\t' ? 4 - (column % 4) : 1), 0)

/** The numbers of the markers outside code, in order. */
export const getMarkers = (text: string): number[] =>
  [...splitCode(text).prose.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits))
