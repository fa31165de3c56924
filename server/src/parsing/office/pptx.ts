import type { Archive } from './archive.ts'
import { openArchive } from './archive.ts'
import type { BlockWriter, ParsedDocument } from '../blocks.ts'
import { collapse, createBlockWriter } from '../blocks.ts'
import { officeFacts, readRelations } from './office.ts'
import type { Shape } from './pptx-shapes.ts'
import { readShapes } from './pptx-shapes.ts'
import { parseXml } from './xml.ts'

const PRESENTATION = 'ppt/presentation.xml'

/** PowerPoint: each slide in order as a heading, its text and tables, then its notes. */
export async function parsePptx(content: Uint8Array): Promise<ParsedDocument> {
  const archive = await openArchive(content, 'PowerPoint presentation')
  const writer = createBlockWriter()
  let first: string | null = null
  for (const [index, part] of (await readSlides(archive)).entries()) {
    const shapes = readShapes(await archive.text(part))
    const title = shapes.filter(({ kind }) => kind === 'title').map(readText)
    const heading = title.join(' ') || `Slide ${index + 1}`
    first ??= heading
    writer.heading(heading, 2)
    for (const shape of shapes) writeShape(writer, shape)
    await writeNotes(writer, archive, part)
  }
  const { title, ...facts } = await officeFacts(archive)
  return { ...facts, title: title ?? first, blocks: writer.finish() }
}

async function readSlides(archive: Archive): Promise<string[]> {
  const relations = await readRelations(archive, PRESENTATION)
  const slides: string[] = []
  parseXml(await archive.text(PRESENTATION), {
    open(name, attributes) {
      const part = relations.get(attributes['r:id'] ?? '')?.target
      if (name === 'sldId' && part !== undefined) slides.push(part)
    },
  })
  return slides
}

const readText = ({ paragraphs }: Shape): string =>
  collapse(paragraphs.map(({ text }) => text).join(' '))

function writeShape(writer: BlockWriter, { kind, paragraphs, rows }: Shape): void {
  if (kind === 'title' || kind === 'furniture') return
  const [header = null, ...body] = rows
  if (rows.length > 0) writer.table(header, body)
  for (const { text, level } of paragraphs) {
    if (kind === 'body') writer.item(collapse(text), level, '-')
    else writer.text(collapse(text))
  }
  writer.endList()
}

async function writeNotes(writer: BlockWriter, archive: Archive, slide: string): Promise<void> {
  const relations = await readRelations(archive, slide)
  const part = [...relations.values()].find(({ type }) => type === 'notesSlide')?.target
  if (part === undefined || !archive.has(part)) return
  const notes = readShapes(await archive.text(part)).filter(({ kind }) => kind === 'body')
  const text = notes.map(readText).join(' ').trim()
  if (text !== '') writer.text(`Notes: ${text}`)
}
