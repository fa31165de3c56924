import { z } from 'zod'
import type { Block, ParsedDocument } from './blocks.ts'
import { createBlockWriter, withoutAnchors } from './blocks.ts'
import { parseMarkdown } from './markdown/markdown.ts'
import { UnreadableDocument } from './unreadable-document.ts'

/** Text is stored whole or as lines that end in `\n`. */
const Text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))])

const Output = z.object({
  text: Text.optional(),
  data: z.object({ 'text/plain': Text.optional() }).optional(),
})

const Cell = z.object({
  cell_type: z.string(),
  source: Text,
  outputs: z.array(Output).catch([]).optional(),
})

/** Jupyter's format 4, which notebooks have had since 2015. */
const Notebook = z.object({
  nbformat: z.literal(4),
  cells: z.array(Cell),
  metadata: z
    .object({ language_info: z.object({ name: z.string() }).optional().catch(undefined) })
    .catch({}),
})
type Notebook = z.infer<typeof Notebook>

/** Lines of an output that are kept: a log of a training run says nothing that is asked for. */
const MAX_OUTPUT_LINES = 20

export function parseNotebook(content: string): ParsedDocument {
  const { cells, metadata } = readNotebook(content)
  const written = cells.map((cell) => readCell(cell, metadata.language_info?.name))
  const title = written.find((cell) => cell.title !== null)?.title ?? null
  return { title, blocks: withoutAnchors(written.flatMap(({ blocks }) => blocks)) }
}

function readNotebook(content: string): Notebook {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    throw new UnreadableDocument('it is not JSON, as a notebook is')
  }
  const notebook = Notebook.safeParse(json)
  if (notebook.success) return notebook.data
  throw new UnreadableDocument('it is not a Jupyter notebook of format 4')
}

function readCell(
  { cell_type: type, source, outputs = [] }: z.infer<typeof Cell>,
  language: string | undefined,
): ParsedDocument {
  if (type === 'markdown') return parseMarkdown(source)
  const writer = createBlockWriter()
  writer.code(source, type === 'code' ? language : undefined)
  for (const { text, data } of outputs) writer.code(firstLines(text ?? data?.['text/plain'] ?? ''))
  const blocks: Block[] = writer.finish()
  return { title: null, blocks }
}

const firstLines = (text: string): string => text.split('\n').slice(0, MAX_OUTPUT_LINES).join('\n')
