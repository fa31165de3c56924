import type { Archive } from './archive.ts'
import { createXmlParser, parseXml } from './xml.ts'

/** The texts that cells refer to by index. */
export async function readSharedStrings(
  archive: Archive,
  part: string | undefined,
): Promise<string[]> {
  const strings: string[] = []
  if (part === undefined || !archive.has(part)) return strings
  let isText = false
  let isPhonetic = false
  const parser = createXmlParser({
    open(name) {
      if (name === 'si') strings.push('')
      isText = name === 't'
      if (name === 'rPh') isPhonetic = true
    },
    text(text) {
      if (isText && !isPhonetic) strings[strings.length - 1] += text
    },
    close(name) {
      isText = false
      if (name === 'rPh') isPhonetic = false
    },
  })
  await archive.stream(part, parser.write)
  parser.end()
  return strings
}

/** Excel's built-in number formats that show a date or a time. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47)

/** Tells whether the style with an index shows a date. */
export async function readDateStyles(
  archive: Archive,
  part: string | undefined,
): Promise<(style: number) => boolean> {
  if (part === undefined || !archive.has(part)) return () => false
  const dateFormats = new Set<number>()
  const styles: boolean[] = []
  let isInCells = false
  parseXml(await archive.text(part), {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt' && isDateFormat(attributes['formatCode'] ?? '')) dateFormats.add(id)
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) styles.push(isBuiltInDate(id) || dateFormats.has(id))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return (style) => styles[style] ?? false
}

const isDateFormat = (code: string): boolean =>
  /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
