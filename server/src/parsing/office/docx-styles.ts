import type { Archive } from './archive.ts'
import { parseXml } from './xml.ts'

const STYLES = 'word/styles.xml'
const MAX_ANCESTORS = 20

type Style = { name: string; basedOn: string; outlineLevel: number | null }

/** Mammoth's rules for styles that are headings by outline level, or by the style they are based on. */
export async function headingStyles(archive: Archive): Promise<string[]> {
  if (!archive.has(STYLES)) return []
  const styles = readStyles(await archive.text(STYLES))
  return [...styles.keys()].flatMap((id) => {
    const depth = measureDepth(id, styles)
    return depth === null || !/^[\w-]+$/.test(id) ? [] : [`p.${id} => h${depth}:fresh`]
  })
}

function readStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>()
  let style: Style | undefined
  parseXml(xml, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? ''
      if (name === 'style') {
        style = { name: '', basedOn: '', outlineLevel: null }
        if (attributes['w:type'] === 'paragraph') styles.set(attributes['w:styleId'] ?? '', style)
      } else if (style && name === 'name') style.name = value
      else if (style && name === 'basedOn') style.basedOn = value
      else if (style && name === 'outlineLvl') style.outlineLevel = Number(value)
    },
    close(name) {
      if (name === 'style') style = undefined
    },
  })
  return styles
}

function measureDepth(id: string, styles: ReadonlyMap<string, Style>): number | null {
  let style = styles.get(id)
  for (let step = 0; style && step < MAX_ANCESTORS; step += 1) {
    const named = /^heading ([1-6])$/i.exec(style.name)?.[1]
    if (named !== undefined) return Number(named)
    // 9 means body text, but LibreOffice also gives it to its own headings.
    if (style.outlineLevel !== null && style.outlineLevel < 6) return style.outlineLevel + 1
    style = styles.get(style.basedOn)
  }
  return null
}
