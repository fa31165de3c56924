import { SetQuestionBody } from '@footnote/contract/admin/evaluations/question-sets'
import { parse } from 'csv-parse/sync'
import { Refusal } from '../../platform/refusal.ts'

const COLUMNS = new Set(['question', 'expect', 'expected_pages', 'must_say'])

/** Refuses a file with the number of the row that is wrong. */
export function questionsFromCsv(content: string): SetQuestionBody[] {
  return readRows(content).map((row, index) => {
    const unknown = Object.keys(row).find((name) => !COLUMNS.has(name))
    if (unknown !== undefined) throw refusal(`the column ${unknown} is not known`)
    const read = SetQuestionBody.safeParse({
      question: row['question'] ?? '',
      expected_pages: splitLines(row['expected_pages']),
      must_say: splitLines(row['must_say']),
      ...(row['expect'] ? { expect: row['expect'] } : {}),
    })
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw refusal(`row ${index + 1}: ${issue?.path.join('.')} ${issue?.message}`)
  })
}

function readRows(content: string): Record<string, string>[] {
  try {
    return parse(content, { bom: true, columns: true, skip_empty_lines: true, trim: true })
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : 'cannot be read')
  }
}

const splitLines = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const refusal = (message: string): Refusal =>
  new Refusal('BAD_REQUEST', { details: [{ path: 'csv', message }] })
