/** A piece of text on a page, positioned from the top left, in points. */
export type TextPiece = {
  text: string
  x: number
  y: number
  width: number
  size: number
  isBold: boolean
  isMono: boolean
}

export type Cell = { x: number; right: number; text: string }

export type Line = {
  page: number
  /** Parts with wide gaps between them, as in a table row; most lines have one. */
  cells: Cell[]
  x: number
  right: number
  y: number
  size: number
  isBold: boolean
  isMono: boolean
}

export const lineText = ({ cells }: Line): string => cells.map(({ text }) => text).join(' ')

/** In font sizes. A wider gap is more than a space, and more than justified text has. */
const CELL_GAP = 1.1
const SPACE_GAP = 0.15
const SAME_LINE = 0.5
/** A list marker, which is as far from its text as one cell from another. */
const LONE_MARKER = /^(?:[•◦▪●○■‣·–*-]|\d{1,3}[.)]|[a-z][.)])$/

/** The lines of a page in the order of the file, which is reading order. */
export function joinLines(pieces: readonly TextPiece[], page: number): Line[] {
  const lines: Line[] = []
  for (const piece of pieces) {
    if (piece.text.trim() === '') continue
    const line = lines.at(-1)
    if (line && continues(line, piece)) addTo(line, piece)
    else lines.push(startLine(piece, page))
  }
  for (const line of lines) joinMarker(line)
  return orderColumns(joinCells(lines))
}

const startLine = (piece: TextPiece, page: number): Line => ({
  page,
  cells: [{ x: piece.x, right: piece.x + piece.width, text: clean(piece.text) }],
  x: piece.x,
  right: piece.x + piece.width,
  y: piece.y,
  size: piece.size,
  isBold: piece.isBold,
  isMono: piece.isMono,
})

function continues(line: Line, piece: TextPiece): boolean {
  const size = Math.max(line.size, piece.size)
  return Math.abs(piece.y - line.y) < SAME_LINE * size && piece.x >= line.right - size
}

function addTo(line: Line, piece: TextPiece): void {
  const cell = line.cells.at(-1)
  const gap = piece.x - line.right
  const text = clean(piece.text)
  if (!cell || gap > CELL_GAP * line.size) {
    line.cells.push({ x: piece.x, right: piece.x + piece.width, text: text.trimStart() })
  } else {
    const needsSpace = gap > SPACE_GAP * line.size && !/\s$/.test(cell.text) && !/^\s/.test(text)
    cell.text += needsSpace ? ` ${text}` : text
    cell.right = piece.x + piece.width
  }
  line.right = piece.x + piece.width
  line.size = Math.max(line.size, piece.size)
  line.isBold &&= piece.isBold
  line.isMono &&= piece.isMono
}

/** Symbol fonts have their bullets in the private use area. */
const clean = (text: string): string =>
  text
    .replaceAll(/[\uE000-\uF8FF]/g, '•')
    .replaceAll('\u00AD', '-')
    .normalize('NFKC')

function joinMarker(line: Line): void {
  const [marker, text] = line.cells
  if (!marker || !text || !LONE_MARKER.test(marker.text.trim())) return
  text.text = `${marker.text.trim()} ${text.text}`
  text.x = marker.x
  line.cells.shift()
}

/** A table of wrapped cells goes back up the page by this many lines at most; text columns by more. */
const MAX_LINES_BACK = 6

/** Some programs write a row cell by cell: text next to a recent line belongs to that line. */
function joinCells(lines: readonly Line[]): Line[] {
  const joined: Line[] = []
  for (const line of lines) {
    const beside = joined
      .slice(-MAX_LINES_BACK)
      .find((other) => Math.abs(other.y - line.y) < SAME_LINE * line.size && line.x > other.right)
    if (beside) {
      beside.cells.push(...line.cells)
      beside.right = line.right
      beside.isBold &&= line.isBold
    } else joined.push(line)
  }
  return joined
}

const MIN_COLUMN_LINES = 6
const MIN_COLUMN_CHARACTERS = 20

/** Where the file has two columns line by line: the left column first, then the right one. */
function orderColumns(lines: readonly Line[]): Line[] {
  const ordered: Line[] = []
  for (let start = 0; start < lines.length;) {
    let end = start
    while (isAcross(lines[end], lines[start])) end += 1
    const run = lines.slice(start, end)
    if (run.length >= MIN_COLUMN_LINES) {
      ordered.push(
        ...run.flatMap((line) => takeSide(line, 0)),
        ...run.flatMap((line) => takeSide(line, 1)),
      )
      start = end
    } else {
      const line = lines[start]
      if (line) ordered.push(line)
      start += 1
    }
  }
  return ordered
}

/** Two long cells, the second at the same position as in the first line. */
function isAcross(line: Line | undefined, first: Line | undefined): boolean {
  const [left, right] = line?.cells ?? []
  const gutter = first?.cells[1]?.x
  return (
    line?.cells.length === 2 &&
    left !== undefined &&
    right !== undefined &&
    gutter !== undefined &&
    left.text.length >= MIN_COLUMN_CHARACTERS &&
    right.text.length >= MIN_COLUMN_CHARACTERS &&
    Math.abs(right.x - gutter) < line.size
  )
}

function takeSide(line: Line, side: number): Line[] {
  const cell = line.cells[side]
  return cell ? [{ ...line, cells: [cell], x: cell.x, right: cell.right }] : []
}
