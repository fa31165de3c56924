import { collapse } from '../blocks.ts'
import { parseXml } from './xml.ts'

export type Shape = {
  /** Furniture repeats on every slide: its number, the date, the footer. */
  kind: 'title' | 'body' | 'box' | 'furniture'
  paragraphs: { text: string; level: number }[]
  rows: string[][]
}

const FURNITURE = /^(?:sldNum|dt|ftr|hdr|sldImg)$/

export function readShapes(xml: string): Shape[] {
  const shapes: Shape[] = []
  let shape: Shape | null = null
  let cell: string[] | null = null
  let paragraph: { text: string; level: number } | null = null
  let isText = false
  parseXml(xml, {
    open(name, attributes) {
      if (name === 'sp' || name === 'graphicFrame') {
        shape = { kind: 'box', paragraphs: [], rows: [] }
        shapes.push(shape)
      } else if (name === 'ph' && shape) shape.kind = findKind(attributes['type'])
      else if (name === 'tr') shape?.rows.push([])
      else if (name === 'tc') cell = []
      else if (name === 'p') paragraph = { text: '', level: 0 }
      else if (name === 'pPr' && paragraph) paragraph.level = Number(attributes['lvl'] ?? 0)
      else if (name === 'br' && paragraph) paragraph.text += ' '
      isText = name === 't'
    },
    text(text) {
      if (isText && paragraph) paragraph.text += text
    },
    close(name) {
      isText = false
      if (name === 'p' && paragraph) {
        if (cell) cell.push(paragraph.text)
        else if (collapse(paragraph.text) !== '') shape?.paragraphs.push(paragraph)
        paragraph = null
      } else if (name === 'tc') {
        shape?.rows.at(-1)?.push(cell?.join(' ') ?? '')
        cell = null
      }
    },
  })
  return shapes
}

function findKind(type = 'body'): Shape['kind'] {
  if (type === 'title' || type === 'ctrTitle') return 'title'
  return FURNITURE.test(type) ? 'furniture' : 'body'
}
