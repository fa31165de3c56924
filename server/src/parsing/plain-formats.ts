import { parse } from 'csv-parse/sync'
import type { ParsedDocument } from './blocks.ts'
import { createBlockWriter } from './blocks.ts'
import { createRowWriter } from './split/table-rows.ts'

const DELIMITERS = [',', ';', '\t', '|']

export function parseCsv(content: string): ParsedDocument {
  const rows: string[][] = parse(content, {
    bom: true,
    delimiter: getDelimiter(content),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  const writer = createBlockWriter()
  const table = createRowWriter(writer)
  for (const row of rows) table.add(row)
  table.end()
  return { title: null, blocks: writer.finish() }
}

/** The one that occurs most often in the first line. */
function getDelimiter(content: string): string {
  const end = content.search(/[\r\n]/)
  const line = content
    .slice(0, end === -1 ? 10_000 : Math.min(end, 10_000))
    .replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Blank lines separate paragraphs; line breaks inside a paragraph are kept. */
export function parsePlainText(content: string): ParsedDocument {
  const paragraphs = content.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/)
  const texts = paragraphs.map((paragraph) => paragraph.trim()).filter((text) => text !== '')
  return { title: null, blocks: texts.map((text) => ({ kind: 'text', text })) }
}
