import type { BlockWriter } from '../blocks.ts'
import { refuseLongText } from '../unreadable-document.ts'

/** Turns the rows of a sheet into tables. The first row is the header; a blank row may end a table. */
export function createRowWriter(writer: BlockWriter) {
  let header: string[] | null = null
  let rows: string[][] = []
  let characters = 0
  let isAfterBlank = false

  function end(): void {
    if (header && rows.length > 0) writer.table(header, rows)
    else if (header) writer.text(header.filter((cell) => cell !== '').join(' | '))
    rows = []
  }

  return {
    add(row: string[]): void {
      const filled = row.filter((cell) => cell.trim() !== '')
      characters += row.reduce((sum, cell) => sum + cell.length + 1, 0)
      // Checked for every row: a few kilobytes of cells can repeat a long text to gigabytes.
      refuseLongText(characters)
      if (filled.length === 0) isAfterBlank = true
      else {
        const startsTable = header === null || (isAfterBlank && filled.every(isName))
        // A lone cell above a table is its title.
        const isTitle = header !== null && rows.length === 0 && isLone(header)
        if (startsTable || isTitle) {
          end()
          header = row
        } else rows.push(row)
        isAfterBlank = false
      }
    },
    end(): void {
      end()
      header = null
      isAfterBlank = false
    },
  }
}

const isLone = (row: readonly string[]): boolean => row.filter((cell) => cell !== '').length === 1

const isName = (cell: string): boolean => /\p{L}/u.test(cell) && !/^\d/.test(cell)
