import type { ParsedDocument } from './blocks.ts'

/** Paragraphs are what blank lines separate; their own line ends are kept. */
export function readPlainText(content: string): ParsedDocument {
  const paragraphs = content.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/)
  const texts = paragraphs.map((paragraph) => paragraph.trim()).filter((text) => text !== '')
  return { title: null, blocks: texts.map((text) => ({ kind: 'text', text })) }
}
