import type { Rgb } from '../../../../widget/src/shared/contrast.ts'
import { contrast, MIN_CONTRAST } from '../../../../widget/src/shared/contrast.ts'
import { t } from './texts.ts'

const WHITE: Rgb = [1, 1, 1]

/** Where the colour cannot be read on a light page: the widget then draws another. */
export function accentNote(accent: string): string | undefined {
  const color = parseHex(accent)
  if (!color) return undefined
  const ratio = contrast(color, WHITE)
  return ratio >= MIN_CONTRAST ? undefined : t.widgets.accentNote(ratio.toFixed(1))
}

function parseHex(hex: string): Rgb | undefined {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex) ?? []
  if (digits === undefined) return undefined
  const size = digits.length / 3
  const part = (at: number) => {
    const text = digits.slice(at * size, (at + 1) * size)
    return Number.parseInt(size === 1 ? text + text : text, 16) / 255
  }
  return [part(0), part(1), part(2)]
}
