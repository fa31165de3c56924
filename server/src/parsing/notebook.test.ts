import { expect, test } from 'vitest'
import { parseNotebook } from './notebook.ts'

const cell = (type: string, source: string | string[], outputs?: object[]) => ({
  cell_type: type,
  metadata: {},
  source,
  ...(outputs ? { outputs, execution_count: 1 } : {}),
})

const notebook = (cells: object[]) =>
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: 'python' }, kernelspec: { name: 'python3' } },
    cells,
  })

test('text, code and what the code printed are read in their order', () => {
  const parsed = parseNotebook(
    notebook([
      cell('markdown', ['# Load the data\n', '\n', 'It is a **CSV** file.']),
      cell(
        'code',
        ['import pandas\n', 'pandas.read_csv("a.csv")'],
        [
          { output_type: 'stream', name: 'stdout', text: ['3 rows\n'] },
          {
            output_type: 'execute_result',
            data: { 'text/html': ['<table>'], 'text/plain': '   a\n0  1' },
          },
          { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo=' } },
          { output_type: 'error', ename: 'KeyError', evalue: 'b', traceback: [] },
        ],
      ),
      cell('code', '', []),
      cell('raw', 'as it is'),
    ]),
  )
  expect(parsed).toEqual({
    title: 'Load the data',
    blocks: [
      { kind: 'heading', text: 'Load the data', depth: 1 },
      { kind: 'text', text: 'It is a CSV file.' },
      { kind: 'code', text: 'import pandas\npandas.read_csv("a.csv")', language: 'python' },
      { kind: 'code', text: '3 rows' },
      { kind: 'code', text: '   a\n0  1' },
      { kind: 'code', text: 'as it is' },
    ],
  })
})

test('only the first lines of a long output are read', () => {
  const log = Array.from({ length: 500 }, (_, at) => `step ${at}\n`)
  const [, output] = parseNotebook(
    notebook([cell('code', 'train()', [{ output_type: 'stream', text: log }])]),
  ).blocks
  expect(output?.text.split('\n')).toHaveLength(20)
})

test.each([
  ['{"nbformat":', 'it is not JSON, as a notebook is'],
  ['[]', 'it is not a Jupyter notebook of format 4'],
  ['{"nbformat":3,"worksheets":[]}', 'it is not a Jupyter notebook of format 4'],
])('%s is refused', (content, reason) => {
  expect(() => parseNotebook(content)).toThrow(expect.objectContaining({ reason }))
})
